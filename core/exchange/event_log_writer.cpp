// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/event_log_writer.h"

#include "core/base/atomic_file.h"
#include "core/base/sha256.h"
#include "core/exchange/json_text.h"
#include "core/exchange/names.h"

#include <charconv>

namespace quotaboard {

namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 16;

void appendNumber(std::string& out, std::int64_t number)
{
    char digits[24];
    const auto [end, failure] = std::to_chars(digits, digits + sizeof digits, number);
    (void)failure;
    out.append(digits, end);
}

/// Writes `,"key":` or `{"key":` for the first.
class ObjectWriter {
public:
    explicit ObjectWriter(std::string& out)
        : out_(out)
    {
        out_ += '{';
    }

    void number(std::string_view key, std::int64_t value)
    {
        begin(key);
        appendNumber(out_, value);
    }
    void text(std::string_view key, std::string_view value)
    {
        begin(key);
        appendJsonString(out_, value);
    }
    void yes(std::string_view key)
    {
        begin(key);
        out_ += "true";
    }
    /// The id as given, else the index as a number.
    void job(std::string_view key, const Scenario& scenario, JobIndex job)
    {
        const StringId id = scenario.jobs[job].id;
        if (id.isValid())
            text(key, scenario.jobs.text(id));
        else
            number(key, job.value());
    }
    void finish() { out_ += "}\n"; }

private:
    void begin(std::string_view key)
    {
        if (!isFirst_)
            out_ += ',';
        isFirst_ = false;
        out_ += '"';
        out_ += key;
        out_ += "\":";
    }

    std::string& out_;
    bool isFirst_ = true;
};

bool hasAttempt(EventKind kind)
{
    return kind != EventKind::Submitted && kind != EventKind::Runnable && kind != EventKind::Updated
        && kind != EventKind::Moved;
}

} // namespace

void appendEventLine(const Scenario& scenario, const JobEvent& event, std::size_t sequence, std::string& text)
{
    // Keys in alphabetical order, so that the text is what the hash is taken over.
    ObjectWriter line(text);
    if (hasAttempt(event.kind))
        line.number("attempt", event.attempt);
    if (event.kind == EventKind::Scheduled)
        line.number("borrowed", event.borrowed);
    if (event.kind == EventKind::Preempted) {
        line.job("byJobId", scenario, event.by);
        line.text("cause", nameOf(event.cause));
    }
    line.text("event", nameOf(event.kind));
    if (event.kind == EventKind::Updated)
        line.number("intervention", event.intervention.value());
    else
        line.job("jobId", scenario, event.job);
    if (event.kind == EventKind::Preempted)
        line.number("lostMs", event.progress);
    if (event.kind == EventKind::Scheduled)
        line.number("own", scenario.jobs[event.job].instances - event.borrowed);
    if (event.kind == EventKind::Submitted || event.kind == EventKind::Moved)
        line.text("quotaShareName", scenario.shareName(event.share));
    if (event.kind == EventKind::AttemptFailed || event.kind == EventKind::Failed)
        line.text("reason", nameOf(event.reason));
    if (event.refused != Refusal::None)
        line.text("refused", nameOf(event.refused));
    if (event.restoreFailed)
        line.yes("restoreFailed");
    if (event.kind == EventKind::Running && event.progress > 0)
        line.number("resumedFromMs", event.progress);
    line.number("seq", static_cast<std::int64_t>(sequence));
    line.number("t", event.time);
    line.finish();
}

namespace {

/// False when a consumer did not want to go on.
template <class Consumer>
bool forEachBlock(const Scenario& scenario, const EventLog& log, Consumer&& consume)
{
    std::string text;
    for (std::size_t i = 0; i < log.size(); ++i) {
        appendEventLine(scenario, log[i], i, text);
        if (text.size() >= kFlushAt) {
            if (!consume(text))
                return false;
            text.clear();
        }
    }
    return consume(text);
}

} // namespace

Status writeEventLog(const Scenario& scenario, const EventLog& log, const std::string& path, const Progress* progress)
{
    AtomicFile file;
    if (Status status = file.open(path); !status)
        return status;
    const bool isComplete = forEachBlock(scenario, log, [&](const std::string& text) {
        file.write(text);
        return progress == nullptr || !progress->isCancelled();
    });
    return isComplete ? file.commit() : Status{Error{ErrorCode::Interrupted, path, {}}};
}

std::string eventLogHash(const Scenario& scenario, const EventLog& log)
{
    Sha256 hash;
    forEachBlock(scenario, log, [&](const std::string& text) {
        hash.update(text);
        return true;
    });
    return hash.finishHex();
}

} // namespace quotaboard
