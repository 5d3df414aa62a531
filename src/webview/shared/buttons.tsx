import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { h, type ComponentChild } from 'preact';
import { Codicon } from './codicon.tsx';
import { withShortcut } from './shortcut.ts';

interface ButtonProps {
  label: string;
  id?: string;
  icon?: string;
  secondary?: boolean;
  disabled?: boolean;
  /** A tooltip that says more than the label. */
  title?: string;
  /** The key that presses it as well. */
  shortcut?: string;
  onClick: () => void;
}

/** VS Code's button with a text. */
export function Button({
  label,
  id,
  icon,
  secondary = false,
  disabled = false,
  title,
  shortcut,
  onClick,
}: ButtonProps): ComponentChild {
  return h(
    'vscode-button',
    {
      ...{ id, secondary, disabled, title },
      ...(shortcut === undefined ? {} : withShortcut(title ?? label, shortcut)),
      'aria-disabled': disabled,
      onClick: disabled ? undefined : onClick,
      // The element takes the space bar as a click but lets the page scroll for it, too.
      onKeyDown: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
    },
    icon === undefined ? null : <Codicon name={icon} slot="content-before" />,
    label,
  );
}

/** A button that is only an icon; `label` is its name and its tooltip, and says why where it is disabled. */
export function IconButton(props: {
  label: string;
  icon: string;
  title?: string;
  /** The key that presses it as well. */
  shortcut?: string;
  disabled?: boolean;
  onClick: () => void;
}): ComponentChild {
  const { label, icon, title = label, shortcut, disabled = false, onClick } = props;
  return h(
    'vscode-toolbar-button',
    {
      label,
      ...withShortcut(title, shortcut),
      'aria-disabled': disabled,
      onClick: disabled ? undefined : onClick,
    },
    <Codicon name={icon} />,
  );
}
