// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/window/settings.h"

#include <QAbstractButton>

namespace quotaboard {

class Theme;

/// A recent file as a line one clicks: name, folder, when it was used last. A file that is gone is greyed and does
/// nothing.
class RecentRow : public QAbstractButton {
    Q_OBJECT

public:
    RecentRow(const Theme& theme, const RecentFile& file, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& theme_;
    QString name_;
    QString folder_;
    QString when_;
};

} // namespace quotaboard
