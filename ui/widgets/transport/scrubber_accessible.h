// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quotaboard {

class Scrubber;

/// Makes every Scrubber a slider to assistive technology. May be called any number of times.
void installScrubberAccessible();
/// Tells assistive technology that the value is another one.
void tellScrubberValue(Scrubber* scrubber);

} // namespace quotaboard
