import { redact } from '../../base/redact.ts';

/** The labels of a request through the gateway. */
export interface ModelLabels {
  provider: string;
  model: string;
}

/** Models that have labels of their own, of one provider and in all; providers that have. */
export const mostLabels = { modelsOfProvider: 50, models: 200, providers: 30 };

/** What stands for all models, or providers, beyond those. */
export const otherLabel = 'other';

/** A name as providers give them: one word of a moderate length. */
const plainName = /^[A-Za-z0-9][\w.:/+-]{0,99}$/;

/**
 * Gives the labels of `provider/model`. A model's name is what a client has sent and a provider has answered to: only what
 * looks like the name of a model and like no secret becomes a label, and only so many of them.
 */
export function modelLabels(): (name: string) => ModelLabels {
  const known = new Map<string, Set<string>>();
  let models = 0;
  return name => {
    const slash = name.indexOf('/');
    const [provider, model] = [name.slice(0, slash), name.slice(slash + 1)];
    const ofProvider = known.get(provider) ?? new Set<string>();
    if (!known.has(provider)) {
      if (known.size >= mostLabels.providers) return { provider: otherLabel, model: otherLabel };
      known.set(provider, ofProvider);
    }
    if (ofProvider.has(model)) return { provider, model };
    const full = ofProvider.size >= mostLabels.modelsOfProvider || models >= mostLabels.models;
    if (full || !plainName.test(model) || redact(model) !== model) return { provider, model: otherLabel };
    ofProvider.add(model);
    models += 1;
    return { provider, model };
  };
}
