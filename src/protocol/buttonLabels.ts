/** The buttons for a failure, by the names under which conversations store them. */
export const buttonLabels = {
  logIn: 'Log In',
  setProviderKey: 'Set Provider Key',
  chooseModel: 'Choose Model',
  retry: 'Retry',
  openSettings: 'Open Settings',
  showLog: 'Show Log',
  trustFolder: 'Trust Folder',
} as const;
export type ButtonId = keyof typeof buttonLabels;
