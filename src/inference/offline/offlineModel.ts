/** The id of the one model that the offline describer has. */
export const offlineModel = 'offline-describer';

/** It, as `GET /models` lists it. */
export const offlineModelEntry = {
  id: offlineModel,
  object: 'model',
  created: 0,
  owned_by: 'sightline',
} as const;
