// SPDX-License-Identifier: Apache-2.0
// Which key is which command, and what each command is for.
#include "ui/widgets/board/board_commands.h"

#include <QKeyEvent>

#include <array>

namespace quotaboard {

namespace {

struct KeyOf {
    BoardCommand command;
    int key;
    Qt::KeyboardModifiers modifiers;
};

constexpr Qt::KeyboardModifiers kNoModifier = Qt::NoModifier;

const std::array kKeys{
    KeyOf{BoardCommand::Edit, Qt::Key_Return, kNoModifier},
    KeyOf{BoardCommand::Edit, Qt::Key_Enter, kNoModifier},
    KeyOf{BoardCommand::AddShare, Qt::Key_Insert, kNoModifier},
    KeyOf{BoardCommand::AddUnit, Qt::Key_A, Qt::AltModifier},
    KeyOf{BoardCommand::NewJob, Qt::Key_N, kNoModifier},
    KeyOf{BoardCommand::Delete, Qt::Key_Delete, kNoModifier},
    KeyOf{BoardCommand::MoveTo, Qt::Key_M, kNoModifier},
    KeyOf{BoardCommand::CutJob, Qt::Key_X, Qt::ControlModifier},
    KeyOf{BoardCommand::PasteJob, Qt::Key_V, Qt::ControlModifier},
    KeyOf{BoardCommand::PriorityUp, Qt::Key_Up, Qt::AltModifier},
    KeyOf{BoardCommand::PriorityDown, Qt::Key_Down, Qt::AltModifier},
    KeyOf{BoardCommand::PriorityPlus, Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier},
    KeyOf{BoardCommand::PriorityMinus, Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier},
    KeyOf{BoardCommand::LimitUp, Qt::Key_Plus, kNoModifier},
    KeyOf{BoardCommand::LimitDown, Qt::Key_Minus, kNoModifier},
    KeyOf{BoardCommand::BorrowUp, Qt::Key_Plus, Qt::ControlModifier},
    KeyOf{BoardCommand::BorrowDown, Qt::Key_Minus, Qt::ControlModifier},
    KeyOf{BoardCommand::GiveNext, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier},
    KeyOf{BoardCommand::GivePrevious, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier},
    KeyOf{BoardCommand::LaneUp, Qt::Key_Up, Qt::ControlModifier | Qt::AltModifier},
    KeyOf{BoardCommand::LaneDown, Qt::Key_Down, Qt::ControlModifier | Qt::AltModifier},
};

} // namespace

bool appliesTo(BoardCommand command, const BoardPart& part)
{
    const bool isJob = part.kind == BoardPart::Kind::Running || part.kind == BoardPart::Kind::Waiting;
    switch (command) {
    case BoardCommand::AddShare:
    case BoardCommand::NewJob:
        return true;
    case BoardCommand::Edit:
        return part.isValid() && part.kind != BoardPart::Kind::Reclaimed;
    case BoardCommand::MoveTo:
        return isJob || part.kind == BoardPart::Kind::Segment;
    case BoardCommand::CutJob:
    case BoardCommand::PriorityPlus:
    case BoardCommand::PriorityMinus:
        return isJob;
    case BoardCommand::PriorityUp:
    case BoardCommand::PriorityDown:
        return part.kind == BoardPart::Kind::Waiting;
    case BoardCommand::Delete:
        return isJob || part.kind == BoardPart::Kind::Reclaimed || part.kind == BoardPart::Kind::Lane;
    case BoardCommand::Rename:
        return part.kind == BoardPart::Kind::Lane;
    case BoardCommand::AddUnit:
    case BoardCommand::PasteJob:
    case BoardCommand::LimitUp:
    case BoardCommand::LimitDown:
    case BoardCommand::BorrowUp:
    case BoardCommand::BorrowDown:
    case BoardCommand::GiveNext:
    case BoardCommand::GivePrevious:
    case BoardCommand::LaneUp:
    case BoardCommand::LaneDown:
        break;
    }
    return part.share.isValid();
}

std::optional<BoardCommand> BoardCommands::commandOf(const QKeyEvent& event, const BoardPart& part) const
{
    Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    int key = event.key();
    // "+" needs Shift on many keyboards, and is written as "=" with Ctrl on others.
    if (key == Qt::Key_Equal && modifiers.testFlag(Qt::ControlModifier))
        key = Qt::Key_Plus;
    if (key == Qt::Key_Plus || key == Qt::Key_Underscore)
        modifiers &= ~Qt::ShiftModifier;
    for (const KeyOf& entry : kKeys) {
        if (entry.key == key && entry.modifiers == modifiers && appliesTo(entry.command, part))
            return entry.command;
    }
    return std::nullopt;
}

} // namespace quotaboard
