/** What people read of where a training run stands; `trainingCurves.js` of the service's page has the same words. */
export const trainingStates = {
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  interrupted: 'Interrupted',
} as const;
