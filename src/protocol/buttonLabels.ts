import { t } from '../base/l10n.ts';

/** The buttons for a failure, by the names under which conversations store them. */
export const buttonLabels = {
  logIn: t('Log In'),
  setProviderKey: t('Set Provider Key'),
  chooseModel: t('Choose Model'),
  retry: t('Retry'),
  openSettings: t('Open Settings'),
  showLog: t('Show Log'),
  trustFolder: t('Trust Folder'),
} as const;
export type ButtonId = keyof typeof buttonLabels;
