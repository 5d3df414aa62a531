import colours from './themeColours.json' with { type: 'json' };

/** The editor's own themes. */
export type ThemeName = keyof typeof colours;

/**
 * Each theme's class on the page's body, and its variables: read from a running editor (VS Code 1.139, the themes Dark
 * Modern, Light Modern and the two of high contrast), as far as the panel uses them.
 */
export const themes: Record<ThemeName, { kind: string; variables: Record<string, string> }> = {
  dark: { kind: 'vscode-dark', variables: colours.dark },
  light: { kind: 'vscode-light', variables: colours.light },
  'high-contrast': { kind: 'vscode-high-contrast', variables: colours['high-contrast'] },
  // The editor sets both classes here.
  'high-contrast-light': {
    kind: 'vscode-high-contrast vscode-high-contrast-light',
    variables: colours['high-contrast-light'],
  },
};
