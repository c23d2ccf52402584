// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/import/import_page.h"

#include "ui/logic/bridge/import_text.h"
#include "ui/logic/bridge/text_format.h"
#include "ui/widgets/import/import_form.h"
#include "ui/widgets/import/import_parts.h"
#include "ui/widgets/import/import_results.h"
#include "ui/widgets/import/mapping_table.h"
#include "ui/widgets/panels/panel_parts.h"
#include "ui/widgets/style/theme.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QFocusEvent>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace quotaboard {

namespace {

constexpr int kMargin = 24;
constexpr int kGap = 8;
constexpr int kFormWidth = 420;
/// Below this, form and results stand one above the other.
constexpr int kWidthForTwo = 960;
constexpr int kDebounceMs = 250;
constexpr int kBarWidth = 200;
constexpr int kBarSteps = 1000;

QString nameOf(const QString& path)
{
    return QFileInfo(path).fileName();
}

} // namespace

ImportPage::ImportPage(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , theme_(theme)
{
    setObjectName("importPage");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildTop());
    error_ = makeNotice("error", errorText_, this);
    errorText_->setObjectName("importError");
    errorChoose_ = new QPushButton(tr("Choose anot&her file…"), error_);
    errorChoose_->setObjectName("importChooseAnother");
    error_->layout()->addWidget(errorChoose_);
    column->addWidget(error_);
    column->addWidget(buildBody(), 1);
    column->addWidget(buildBottom());
    debounce_.setSingleShot(true);
    debounce_.setInterval(kDebounceMs);
    connect(&debounce_, &QTimer::timeout, this, &ImportPage::startPreview);
    connect(change_, &QPushButton::clicked, this, &ImportPage::chooseFiles);
    connect(errorChoose_, &QPushButton::clicked, this, &ImportPage::chooseFiles);
    connect(form_, &ImportForm::changed, this, &ImportPage::settingsChanged);
    connect(&results_->mapping(), &MappingTable::changed, this, &ImportPage::settingsChanged);
    connect(results_, &ImportResults::saveRejectsWanted, this, &ImportPage::chooseRejectsFile);
    connect(&theme_, &Theme::changed, this, &ImportPage::arrange);
    connectService();
    enter(State::Empty);
}

ImportPage::~ImportPage() = default;

QWidget* ImportPage::buildTop()
{
    auto* top = new QWidget(this);
    auto* column = new QVBoxLayout(top);
    column->setContentsMargins(kMargin, kMargin / 2, kMargin, kGap);
    column->setSpacing(kGap / 2);
    column->addWidget(makeLabel(tr("Import a trace"), "title", top));
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    filesText_ = makeLabel({}, "secondary", top);
    filesText_->setObjectName("importFiles");
    filesText_->setTextFormat(Qt::PlainText);
    filesText_->setWordWrap(false);
    change_ = new QPushButton(theme_.icon("open"), tr("&Change…"), top);
    change_->setObjectName("importChange");
    change_->setAccessibleName(tr("Change the files"));
    row->addWidget(filesText_);
    row->addWidget(change_);
    row->addStretch(1);
    column->addLayout(row);
    return top;
}

QWidget* ImportPage::buildBody()
{
    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    empty_ = new QWidget(body);
    auto* emptyColumn = new QVBoxLayout(empty_);
    emptyColumn->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    emptyColumn->addWidget(makeLabel(tr("No trace yet"), "heading", empty_));
    emptyColumn->addWidget(
        makeLabel(tr("Choose the files of one trace, or drop them on this window: CSV of clusters and simulators, "
                     "Slurm accounting, "
                     "the Standard Workload Format, Philly's job log, or AWS Batch exports; .gz is unpacked."),
            "secondary", empty_));
    emptyColumn->addStretch(1);
    column->addWidget(empty_, 1);
    scroll_ = new QScrollArea(body);
    scroll_->setWidgetResizable(true);
    scroll_->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(scroll_);
    content->setObjectName("scrolled");
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight, content);
    columns_->setContentsMargins(kMargin, kGap, kMargin, kMargin);
    columns_->setSpacing(kGap * 2);
    form_ = new ImportForm(content);
    results_ = new ImportResults(content);
    columns_->addWidget(form_, 0);
    columns_->addWidget(results_, 1);
    scroll_->setWidget(content);
    column->addWidget(scroll_, 1);
    return body;
}

QWidget* ImportPage::buildBottom()
{
    auto* bottom = new QFrame(this);
    auto* column = new QVBoxLayout(bottom);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* line = new QFrame(bottom);
    line->setProperty("look", "line");
    line->setFixedHeight(1);
    column->addWidget(line);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kMargin, kGap + kGap / 2, kMargin, kGap + kGap / 2);
    row->setSpacing(kGap);
    progressText_ = makeLabel({}, "secondary", bottom);
    progressText_->setObjectName("importStatus");
    progressText_->setTextFormat(Qt::PlainText);
    progressBar_ = new QProgressBar(bottom);
    progressBar_->setObjectName("importProgress");
    progressBar_->setAccessibleName(tr("Progress of the import"));
    progressBar_->setTextVisible(false);
    progressBar_->setFixedSize(kBarWidth, kGap / 2);
    cancel_ = new QPushButton(tr("Cance&l"), bottom);
    cancel_->setObjectName("importCancel");
    readAgain_ = new QPushButton(tr("Read a&gain"), bottom);
    readAgain_->setObjectName("importReadAgain");
    back_ = new QPushButton(tr("&Back"), bottom);
    back_->setObjectName("importBack");
    import_ = new QPushButton(tr("&Import"), bottom);
    import_->setObjectName("importButton");
    import_->setProperty("look", "primary");
    row->addWidget(progressBar_);
    row->addWidget(progressText_, 1);
    for (QPushButton* button : {cancel_, readAgain_, back_, import_})
        row->addWidget(button);
    column->addLayout(row);
    connect(cancel_, &QPushButton::clicked, this, &ImportPage::cancelWork);
    connect(readAgain_, &QPushButton::clicked, this, &ImportPage::startPreview);
    connect(back_, &QPushButton::clicked, this, &ImportPage::goBack);
    connect(import_, &QPushButton::clicked, this, &ImportPage::startImport);
    return bottom;
}

void ImportPage::connectService()
{
    connect(&service_, &ImportService::headRead, this,
        [this](const std::shared_ptr<const TraceHead>& head) { followHead(*head); });
    connect(&service_, &ImportService::previewed, this, &ImportPage::followPreview);
    connect(&service_, &ImportService::progressed, this, &ImportPage::followProgress);
    connect(&service_, &ImportService::imported, this, [this](const std::shared_ptr<ImportedScenario>& result) {
        isImporting_ = false;
        enter(State::Ready);
        Q_EMIT imported(result);
    });
    connect(&service_, &ImportService::failed, this, [this](const Error& error) {
        isImporting_ = false;
        enter(error.code == ErrorCode::CannotWrite ? State::Ready : State::Failed);
        showError(importErrorText(error), false);
    });
    connect(&service_, &ImportService::rejectsSaved, this, [this](const QString& path) {
        enter(State::Ready);
        progressText_->setText(tr("Saved the rows that gave no job to %1.").arg(nameOf(path)));
        Q_EMIT statusMessage(progressText_->text());
    });
}

void ImportPage::setFiles(const QStringList& files)
{
    finish();
    isFresh_ = false;
    // Coming back to the same files: all that was chosen for them stands.
    if (files == files_ && !files.isEmpty()) {
        startPreview();
        return;
    }
    files_ = files;
    hasChoices_ = false;
    preview_ = nullptr;
    settings_ = {};
    for (const QString& file : files_)
        settings_.files.push_back(fromQt(file));
    form_->reset();
    results_->mapping().clearChoices();
    results_->showPreview(nullptr);
    results_->showHead({});
    scroll_->ensureVisible(0, 0);
    qint64 bytes = 0;
    for (const QString& file : files_)
        bytes += QFileInfo(file).size();
    const QString size = QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
    const QString first = files_.isEmpty() ? QString() : nameOf(files_.first());
    filesText_->setText(files_.size() < 2
            ? tr("%1 · %2").arg(first, size)
            : tr("%1 and %2 more · %3").arg(first, QLocale().toString(files_.size() - 1), size));
    filesText_->setToolTip(files_.join('\n'));
    if (files_.isEmpty())
        enter(State::Empty);
    else
        startPreview();
}

void ImportPage::chooseFiles()
{
    const QString folder = files_.isEmpty() ? QString() : QFileInfo(files_.first()).absolutePath();
    auto* dialog = new QFileDialog(this, tr("Choose the files of a trace"), folder,
        tr("Traces (*.csv *.tsv *.txt *.log *.json *.jsonl *.swf *.trace *.gz);;All files (*)"));
    dialog->setObjectName("importDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ImportPage::setFiles);
    connect(dialog, &QFileDialog::rejected, this, [this] {
        if (files_.isEmpty())
            Q_EMIT closed();
    });
    dialog->open();
}

bool ImportPage::isIdle() const
{
    return !service_.isBusy() && !debounce_.isActive() && !wantsImport_;
}

void ImportPage::finish()
{
    debounce_.stop();
    wantsImport_ = isImporting_ = false;
    service_.forget();
}

void ImportPage::settingsChanged()
{
    if (files_.isEmpty())
        return;
    // Leaving a field says so, too, although it is as it was.
    ImportSettings wanted = settings_;
    const bool isUnderstood = form_->writeTo(wanted);
    wanted.read.mapping = results_->mapping().mapping();
    if (isUnderstood == isUnderstood_ && isSameImport(wanted, settings_))
        return;
    wantsImport_ = isImporting_ = isFresh_ = false;
    hasChoices_ = true;
    results_->setStale(true);
    debounce_.start();
    enter(State::Reading);
}

void ImportPage::startPreview()
{
    debounce_.stop();
    isUnderstood_ = form_->writeTo(settings_);
    settings_.read.mapping = results_->mapping().mapping();
    error_->hide();
    if (!isUnderstood_) {
        service_.cancel();
        wantsImport_ = false;
        enter(State::Failed);
        progressText_->setText(form_->firstProblem());
        return;
    }
    isFresh_ = false;
    service_.preview(settings_);
    enter(State::Reading);
}

void ImportPage::startImport()
{
    if (debounce_.isActive())
        startPreview();
    if (!isUnderstood_)
        return;
    // What is being read now is what will be imported.
    if (state_ == State::Reading) {
        wantsImport_ = true;
        enter(State::Reading);
        followProgress();
        return;
    }
    wantsImport_ = false;
    isImporting_ = true;
    error_->hide();
    service_.startImport(settings_);
    enter(State::Reading);
}

void ImportPage::cancelWork()
{
    const bool wasImport = wantsImport_ || isImporting_;
    wantsImport_ = isImporting_ = false;
    debounce_.stop();
    service_.cancel();
    enter(isFresh_ ? State::Ready : State::Cancelled);
    if (isFresh_ && !wasImport)
        return;
    progressText_->setText(wasImport ? tr("The import was cancelled; nothing was changed.")
                                     : tr("Reading was cancelled; what comes of the rows is not known."));
}

void ImportPage::goBack()
{
    if (service_.isBusy() || debounce_.isActive())
        cancelWork();
    Q_EMIT closed();
}

void ImportPage::chooseRejectsFile()
{
    if (!preview_ || !preview_->trace)
        return;
    const QFileInfo first(files_.first());
    auto* dialog = new QFileDialog(this, tr("Save the rows that gave no job"), first.absolutePath(), tr("CSV (*.csv)"));
    dialog->setObjectName("importRejectsDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    dialog->selectFile(first.baseName() + "-rejects.csv");
    connect(dialog, &QFileDialog::fileSelected, this, [this, preview = preview_](const QString& path) {
        for (const QString& file : std::as_const(files_)) {
            if (QFileInfo(file).canonicalFilePath() == QFileInfo(path).canonicalFilePath() && QFileInfo::exists(path))
                return showError(
                    tr("%1 is a file of the trace and would be overwritten. Choose another name.").arg(nameOf(path)),
                    false);
        }
        error_->hide();
        service_.saveRejects(preview, path);
        enter(State::Reading);
    });
    dialog->open();
}

void ImportPage::followHead(const TraceHead& head)
{
    form_->showHead(head);
    results_->showHead(head);
}

void ImportPage::followPreview(std::shared_ptr<const ImportPreview> preview)
{
    preview_ = std::move(preview);
    isFresh_ = !preview_->error;
    form_->showHead(preview_->head);
    form_->showPreview(*preview_);
    results_->showHead(preview_->head);
    results_->showPreview(preview_);
    const bool importsNow = std::exchange(wantsImport_, false) && !preview_->error;
    enter(preview_->error ? State::Failed : State::Ready);
    if (preview_->error && preview_->head.text.empty()) {
        scroll_->hide();
        empty_->show();
    }
    if (preview_->error)
        showError(importErrorText(*preview_->error), preview_->trace == nullptr);
    if (importsNow)
        startImport();
}

void ImportPage::followProgress()
{
    const ImportProgress progress = service_.progress();
    const bool isShown = progress.phase != ImportPhase::Idle;
    progressBar_->setVisible(isShown);
    if (!isShown)
        return;
    QString text = importProgressText(progress, files_.isEmpty() ? QString() : nameOf(files_.first()));
    if (wantsImport_)
        text = tr("%1. The import follows.").arg(text);
    progressText_->setText(text);
    progressBar_->setRange(0, progress.part < 0 ? 0 : kBarSteps);
    progressBar_->setValue(progress.part < 0 ? -1 : static_cast<int>(progress.part * kBarSteps));
}

void ImportPage::showError(const QString& text, bool isAboutFile)
{
    errorText_->setText(text);
    errorChoose_->setVisible(isAboutFile);
    error_->show();
}

void ImportPage::enter(State state)
{
    state_ = state;
    const bool isReading = state == State::Reading;
    empty_->setVisible(state == State::Empty);
    scroll_->setVisible(state != State::Empty);
    filesText_->setVisible(state != State::Empty);
    change_->setText(state == State::Empty ? tr("&Choose files…") : tr("&Change…"));
    error_->setVisible(state == State::Failed && error_->isVisibleTo(this));
    cancel_->setVisible(isReading);
    readAgain_->setVisible(state == State::Cancelled);
    if (!isReading || !service_.isBusy())
        progressBar_->hide();
    if (isReading && !wantsImport_ && !isImporting_ && progressBar_->isHidden())
        progressText_->clear();
    else if (state == State::Ready || state == State::Failed || state == State::Empty)
        progressText_->clear();
    const bool isBusyImporting = wantsImport_ || isImporting_;
    import_->setEnabled(
        (state == State::Ready || isReading || state == State::Cancelled) && !isBusyImporting && isUnderstood_);
    form_->setEnabled(!isBusyImporting);
    results_->mapping().setEnabled(!isBusyImporting);
}

void ImportPage::arrange()
{
    const bool isWide = width() >= theme_.scaled(kWidthForTwo);
    columns_->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    form_->setMinimumWidth(isWide ? theme_.scaled(kFormWidth) : 0);
    form_->setMaximumWidth(isWide ? theme_.scaled(kFormWidth) : QWIDGETSIZE_MAX);
}

void ImportPage::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (state_ == State::Empty)
        change_->setFocus(Qt::OtherFocusReason);
    else
        form_->focusFirst();
}

void ImportPage::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape) {
        const QWidget* focus = focusWidget();
        const bool isInField = focus != nullptr && (form_->isAncestorOf(focus) || results_->isAncestorOf(focus));
        if (wantsImport_ || isImporting_)
            cancelWork();
        else if (isInField && hasChoices_)
            // Out of the field first; who only gives a field up does not leave the page.
            back_->setFocus(Qt::OtherFocusReason);
        else
            goBack();
    } else if (isEnter && (event->modifiers() & Qt::ControlModifier) != 0 && import_->isEnabled()) {
        startImport();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ImportPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace quotaboard
