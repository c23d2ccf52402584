// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <memory>

class QLabel;

namespace quotaboard {

class BarChart;
class Theme;
struct GeneratorPreview;

/// What a generator would make, beside its form: number of jobs, load against the share's limit, arrivals over the day
/// and sizes; and what applying it would cost.
class GeneratorPreviewView : public QWidget {
    Q_OBJECT

public:
    explicit GeneratorPreviewView(const Theme& theme, QWidget* parent = nullptr);

    /// Null: there is none.
    void show(std::shared_ptr<const GeneratorPreview> preview);
    /// A newer one is being worked out.
    void setBusy(bool isBusy);

private:
    void showNumbers(const GeneratorPreview& preview);
    void showWarnings(const GeneratorPreview& preview);

    QLabel* state_;
    QLabel* jobs_;
    QLabel* span_;
    QLabel* own_;
    QLabel* share_;
    QLabel* limit_;
    QLabel* warnings_;
    BarChart* hours_;
    BarChart* weekdays_;
    BarChart* sizes_;
    /// What was shown says something in place of numbers.
    bool hasState_ = false;
};

} // namespace quotaboard
