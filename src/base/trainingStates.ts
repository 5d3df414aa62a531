import { t } from './l10n.ts';

/** What people read of where a training run stands; `trainingCurves.js` of the service's page has the same words. */
export const trainingStates = {
  running: t('Running'),
  finished: t('Finished'),
  failed: t('Failed'),
  interrupted: t('Interrupted'),
};
