import { present } from '../../base/present.ts';
import { isLoopback } from '../../base/address.ts';
import { ValueError } from '../../base/errors.ts';
import { apiFormats, type ApiFormat } from '../api/apiFormat.ts';
import { normalizeBaseURL } from './baseUrl.ts';
import { apiOfAddress } from './pastedAddress.ts';
import type { Provider } from './provider.ts';
import { t } from '../../base/l10n.ts';

/**
 * A provider of the person's own, as they wrote it.
 * @throws {ValueError} that names the entry and says what is wrong with it.
 */
export function providerFromSetting(entry: unknown): Provider {
  if (typeof entry !== 'object' || entry === null)
    throw invalid(t('A provider must be an object with "id" and "baseUrl".'));
  const setting = entry as Record<string, unknown>;
  const id = setting.id;
  if (typeof id !== 'string' || !/^[a-z0-9-]+$/.test(id))
    throw invalid(
      t('The "id" of a provider must be lowercase letters, digits and hyphens, not {id}.', { id: shown(id) }),
    );
  const at = new Entry(id, setting);
  const baseURL = at.baseURL();
  const keyVariable = at.text('keyVariable');
  if (keyVariable !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(keyVariable))
    throw at.error('keyVariable', t('must be the name of an environment variable, never the key itself'));
  return {
    id,
    label: at.text('label') ?? id,
    baseURL,
    api: at.format(),
    ...present({ keyVariable }),
    needsKey: at.flag('needsKey') ?? true,
    takesImages: at.flag('takesImages') ?? true,
    ...present({ fetchesImages: at.flag('fetchesImages') }),
    local: isLoopback(new URL(baseURL).hostname),
  };
}

/** One entry; its members are checked as they are read. Absent, `null` and blank are the same. */
class Entry {
  readonly #id: string;
  readonly #setting: Record<string, unknown>;

  constructor(id: string, setting: Record<string, unknown>) {
    this.#id = id;
    this.#setting = setting;
  }

  error(member: string, complaint: string): ValueError {
    return invalid(t('Provider "{id}": "{member}" {complaint}.', { id: this.#id, member, complaint }));
  }

  text(member: string): string | undefined {
    const value = this.#setting[member];
    if (value != null && typeof value !== 'string') throw this.error(member, t('must be a text'));
    return value?.trim() || undefined;
  }

  flag(member: string): boolean | undefined {
    const value = this.#setting[member];
    if (value != null && typeof value !== 'boolean') throw this.error(member, t('must be true or false'));
    return value ?? undefined;
  }

  baseURL(): string {
    const address = this.text('baseUrl');
    if (address === undefined) throw this.error('baseUrl', t('is missing'));
    try {
      return normalizeBaseURL(address);
    } catch (error) {
      throw this.error(
        'baseUrl',
        t('cannot be used: {reason}', { reason: error instanceof Error ? error.message : '' }).replace(
          /\.$/,
          '',
        ),
      );
    }
  }

  format(): ApiFormat {
    const format = this.text('apiFormat') ?? apiOfAddress(this.text('baseUrl') ?? '') ?? 'chat.completions';
    const known = apiFormats.find(api => api === format);
    if (known === undefined)
      throw this.error(
        'apiFormat',
        t('must be {formats}, not {format}', { formats: apiFormats.join(' or '), format: shown(format) }),
      );
    return known;
  }
}

function invalid(message: string): ValueError {
  return new ValueError(message, { remedy: { kind: 'correctProvider' } });
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}
