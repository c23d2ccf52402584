// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/exchange/file_references.h"
#include "core/exchange/scenario_file.h"
#include "ui/logic/document/edit.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <optional>

namespace quotaboard {

/// The open scenario: one value, its undo history, and the file it came from. The one door for edits; views read
/// scenario() and hear changed(). Lives in the GUI thread.
class ScenarioDocument : public QObject {
    Q_OBJECT

public:
    explicit ScenarioDocument(QObject* parent = nullptr);
    ~ScenarioDocument() override;

    /// Never null. The value behind it never changes: workers may keep and read it for as long as they like.
    [[nodiscard]] std::shared_ptr<const Scenario> scenario() const { return scenario_; }
    /// The same, for reading at once.
    [[nodiscard]] const Scenario& value() const { return *scenario_; }

    /// Whether there is a document at all; the start page shows while there is none.
    [[nodiscard]] bool isOpen() const { return isOpen_; }
    /// Empty until it is saved.
    [[nodiscard]] QString path() const { return path_; }
    /// For the title bar: what its project calls it, else the scenario's name, else the file's, else "Untitled".
    [[nodiscard]] QString displayName() const;
    [[nodiscard]] bool isModified() const;
    /// What a project says of the scenario that is open and belongs to it.
    struct Owner {
        QString name;
        /// The project has edits that its file does not have, here or elsewhere.
        bool isModified = false;
        bool operator==(const Owner&) const = default;
    };
    /// Nothing: it is a file of its own, as every document is when it was just opened.
    void setOwner(const std::optional<Owner>& owner);
    /// The file that the owner is kept in.
    void setOwnerPath(const QString& path);
    [[nodiscard]] QUndoStack& undoStack() { return undo_; }
    /// What belongs to the document and changes no run.
    [[nodiscard]] const ScenarioExtras& extras() const { return *extras_; }

    /// Replaces the document and empties the undo history. `path` empty: an unsaved one (a sample, an import).
    void open(ScenarioFile file, const QString& path);
    /// A blank board: one unit of 8 instances, one share that has half of it.
    void openBlank();
    [[nodiscard]] static ScenarioFile blankFile();
    void close();
    /// Writes to `path` (atomically; unknown keys and trace references kept) and takes it over. `report` (may be null)
    /// tells what was done that nobody asked for. Blocks on the disk.
    Status save(const QString& path, SaveReport* report = nullptr);
    /// What save() would write now, for a worker that writes it.
    struct Snapshot {
        std::shared_ptr<const Scenario> scenario;
        std::shared_ptr<const ScenarioExtras> extras;
        std::shared_ptr<const ScenarioSource> source;
    };
    [[nodiscard]] Snapshot snapshot() const { return {scenario_, extras_, source_}; }
    /// `path` holds `saved` now. What was edited since then leaves the document modified.
    void noteSaved(const QString& path, const Snapshot& saved);

    /// Whether the edit is possible now, without doing it.
    [[nodiscard]] Status check(const Edit& edit) const;
    /// The scenario as it would be; for previews and what-if runs.
    [[nodiscard]] Result<std::shared_ptr<const Scenario>> preview(const Edit& edit) const;
    /// Does it as one undo step; an edit that changes nothing makes no step. Errors leave everything as it was.
    Status apply(const Edit& edit);

    enum class Step { Edit, Undo, Redo };

Q_SIGNALS:
    /// Another document, or none. The undo history is empty.
    void opened();
    /// The scenario's value is another one (edit, undo, redo, open).
    void changed();
    /// extras() is another one, by the same ways.
    void extrasChanged();
    /// Path, name or modified mark.
    void titleChanged();
    /// An edit was done, undone or redone: words for the status strip. They also tell, at the edit that causes it, that
    /// the file cannot go on referring to traces and generators.
    void edited(const QString& text);
    /// A step was done on the value; scenario() and extras() are what it made. Edits with the same key, if not empty,
    /// that follow each other may be one undo step.
    void stepped(quotaboard::ScenarioDocument::Step step, const QString& mergeKey);

private:
    class ValueCommand;
    friend class ValueCommand;
    /// The two halves of a document, shared with the undo history.
    struct Value {
        std::shared_ptr<const Scenario> scenario;
        std::shared_ptr<const ScenarioExtras> extras;
        /// Whether the file can go on referring to traces and generators.
        FileReferences references;
    };
    [[nodiscard]] Value current() const { return {scenario_, extras_, references_}; }
    [[nodiscard]] FileReferences referencesOf(const Value& next, const Edit& edit) const;
    [[nodiscard]] Result<Value> trial(const Edit& edit) const;
    void setValue(const Value& value);

    std::shared_ptr<const Scenario> scenario_;
    /// What the file says besides the scenario's values.
    std::shared_ptr<const ScenarioSource> source_;
    std::shared_ptr<const ScenarioExtras> extras_;
    FileReferences references_;
    QUndoStack undo_;
    QString path_;
    std::optional<Owner> owner_;
    bool isOpen_ = false;
};

} // namespace quotaboard
