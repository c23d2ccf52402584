// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/logic/bridge/import_service.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <memory>

class QBoxLayout;
class QFrame;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;

namespace quotaboard {

class ImportForm;
class ImportResults;
class Theme;

/// From a trace to a scenario, on one page: what it was recognised as, how it is to be read, what comes of it, Import.
/// Everything that takes long happens in the background; every choice shows what it would give. It changes no document:
/// who has one opens the scenario of imported().
class ImportPage : public QWidget {
    Q_OBJECT

public:
    ImportPage(const Theme& theme, QWidget* parent);
    ~ImportPage() override;

    /// Starts over with these files (of one format, imported together).
    void setFiles(const QStringList& files);
    [[nodiscard]] const QStringList& files() const { return files_; }
    /// Lets the user choose files; closed() follows when none is chosen and there were none.
    void chooseFiles();
    /// Nothing is being read or made.
    [[nodiscard]] bool isIdle() const;
    /// Stops what is going on and lets go of what was read.
    void finish();

Q_SIGNALS:
    void imported(std::shared_ptr<quotaboard::ImportedScenario> result);
    /// Back to where one was.
    void closed();
    void statusMessage(const QString& text);

protected:
    /// Passes the keyboard on to the first control.
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class State { Empty, Reading, Ready, Cancelled, Failed };

    QWidget* buildTop();
    QWidget* buildBody();
    QWidget* buildBottom();
    void connectService();

    void settingsChanged();
    void startPreview();
    void startImport();
    void cancelWork();
    void goBack();
    void chooseRejectsFile();

    void followHead(const TraceHead& head);
    void followPreview(std::shared_ptr<const ImportPreview> preview);
    void followProgress();
    void showError(const QString& text, bool isAboutFile);
    void enter(State state);
    void arrange();

    const Theme& theme_;
    QStringList files_;
    ImportSettings settings_;
    bool isUnderstood_ = true;
    State state_ = State::Empty;
    /// Import was asked for while the trace was still being read.
    bool wantsImport_ = false;
    bool isImporting_ = false;
    /// What is shown is what an import would give now.
    /// Something was chosen for these files; Esc in a field then leaves only the field.
    bool hasChoices_ = false;
    bool isFresh_ = false;
    std::shared_ptr<const ImportPreview> preview_;
    /// Gathers what is chosen in quick succession.
    QTimer debounce_;

    QLabel* filesText_ = nullptr;
    QPushButton* change_ = nullptr;
    QFrame* error_ = nullptr;
    QLabel* errorText_ = nullptr;
    QPushButton* errorChoose_ = nullptr;
    QWidget* empty_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QBoxLayout* columns_ = nullptr;
    ImportForm* form_ = nullptr;
    ImportResults* results_ = nullptr;
    QLabel* progressText_ = nullptr;
    QProgressBar* progressBar_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QPushButton* readAgain_ = nullptr;
    QPushButton* back_ = nullptr;
    QPushButton* import_ = nullptr;

    ImportService service_;
};

} // namespace quotaboard
