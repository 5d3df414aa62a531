import type { ApiFormat } from '../api/apiFormat.ts';

/** An OpenAI-compatible endpoint that Sightline knows or that the person set up. */
export interface Provider {
  /** Stable name for settings: lower case, `[a-z0-9-]+`. */
  id: string;
  /** As the person sees it. */
  label: string;
  /** Address of the API including its version path, without a trailing slash; empty where the person must give it (Azure). */
  baseURL: string;
  /** The format the provider serves best; the setting `sightline.apiFormat` overrides it. */
  api: ApiFormat;
  /** The environment variable that usually holds its key. */
  keyVariable?: string;
  /** False for local servers: a key is sent only if one is saved. */
  needsKey: boolean;
  /** Whether its models can take pictures at all. */
  takesImages: boolean;
  /** Whether it downloads images at web addresses by itself; absent: no. */
  fetchesImages?: boolean;
  /** True where it runs on this machine and is looked for on its usual loopback port. */
  local: boolean;
  /** The page where people make their key. */
  keyPage?: string;
}

/** A model as a provider lists it. */
export interface Model {
  id: string;
  /** Whether it takes pictures, where the listing says so. */
  takesImages?: boolean;
  /** Tokens of question and answer together, where the listing says so. */
  contextWindow?: number;
  /** Tokens of an answer at most, where the listing says so. */
  maxOutputTokens?: number;
  /** Whether it calls tools, where the listing says so. */
  supportsTools?: boolean;
}
