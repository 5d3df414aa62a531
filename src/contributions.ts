/**
 * Every command, setting and view type, once. `package.json` says the same to the editor; a test holds the two together.
 */
export const commands = {
  openPanel: 'sightline.openPanel',
  openInEditor: 'sightline.openInEditor',
  openInSideBar: 'sightline.openInSideBar',
  describeImage: 'sightline.describeImage',
  describeOutput: 'sightline.describeOutput',
  describeAttachment: 'sightline.describeAttachment',
  describeImageWithPrompt: 'sightline.describeImageWithPrompt',
  copyText: 'sightline.copyText',
  openInSightline: 'sightline.openInSightline',
  previousImage: 'sightline.previousImage',
  nextImage: 'sightline.nextImage',
  copyImage: 'sightline.copyImage',
  copyImagePath: 'sightline.copyImagePath',
  revealImage: 'sightline.revealImage',
  describeFolder: 'sightline.describeFolder',
  describeInRun: 'sightline.describeInRun',
  resumeRun: 'sightline.resumeRun',
  continueRun: 'sightline.continueRun',
  renameRun: 'sightline.renameRun',
  exportRun: 'sightline.exportRun',
  removeRun: 'sightline.removeRun',
  pauseRun: 'sightline.pauseRun',
  cancelRun: 'sightline.cancelRun',
  acceptReplacement: 'sightline.acceptReplacement',
  discardReplacement: 'sightline.discardReplacement',
  acceptRow: 'sightline.acceptRow',
  undoAcceptRow: 'sightline.undoAcceptRow',
  editRow: 'sightline.editRow',
  askAgainRow: 'sightline.askAgainRow',
  openRow: 'sightline.openRow',
  revealRow: 'sightline.revealRow',
  copyRow: 'sightline.copyRow',
  copyRowsAsCsv: 'sightline.copyRowsAsCsv',
  copyRowsAsMarkdown: 'sightline.copyRowsAsMarkdown',
  promptModel: 'sightline.promptModel',
  chooseModel: 'sightline.chooseModel',
  chooseImageDescriber: 'sightline.chooseImageDescriber',
  downloadModel: 'sightline.downloadModel',
  removeModel: 'sightline.removeModel',
  logIn: 'sightline.logIn',
  logOut: 'sightline.logOut',
  showAccount: 'sightline.showAccount',
  replaceSavedKey: 'sightline.replaceSavedKey',
  manageApiKeys: 'sightline.manageApiKeys',
  trainingRuns: 'sightline.trainingRuns',
  startLocalService: 'sightline.startLocalService',
  stopLocalService: 'sightline.stopLocalService',
  logInToLocalService: 'sightline.logInToLocalService',
  setProviderKey: 'sightline.setProviderKey',
  removeProviderKey: 'sightline.removeProviderKey',
  newConversation: 'sightline.newConversation',
  showConversations: 'sightline.showConversations',
  exportConversation: 'sightline.exportConversation',
  copyEntry: 'sightline.copyEntry',
  copyEntryAsMarkdown: 'sightline.copyEntryAsMarkdown',
  copyConversation: 'sightline.copyConversation',
  followUpEntry: 'sightline.followUpEntry',
  retryEntry: 'sightline.retryEntry',
  revealEntryImage: 'sightline.revealEntryImage',
  openAnswerAsText: 'sightline.openAnswerAsText',
  openAccessibilityHelp: 'sightline.openAccessibilityHelp',
  closeText: 'sightline.closeText',
  stop: 'sightline.stop',
  showMenu: 'sightline.showMenu',
  showLog: 'sightline.showLog',
} as const;

/** One name of a command. */
export type CommandId = (typeof commands)[keyof typeof commands];

/** Views, and view types of editors; the panel is either. A picture has two, since one is the first choice for its files and the other is not. */
export const views = {
  panel: 'sightline.panel',
  run: 'sightline.run',
  training: 'sightline.training',
  runs: 'sightline.runs',
  picture: 'sightline.picture',
  otherPicture: 'sightline.otherPicture',
} as const;

/** The vendor of our models in the editor's own chat. */
export const chatVendor = 'sightline';

/** The provider of the logins at services, in the editor's menu of accounts. */
export const authenticationProvider = { id: 'sightline.service', label: 'Sightline Service' } as const;

/** The scopes of its sessions: the editor takes an offer to sign in away once a session has those of the offer, if there are any. */
export const sessionScopes: readonly string[] = ['login'];

/** The tools for agents; the editor has them as `sightline_NAME`, and people write `#NAME`. */
export const tools = ['describeImage', 'measureImage', 'findImages'] as const;

/** A provider that the person set up in `sightline.providers`. */
export interface CustomProviderSetting {
  id: string;
  label?: string;
  baseUrl: string;
  apiFormat?: 'responses' | 'chat.completions';
  keyVariable?: string;
  needsKey?: boolean;
  takesImages?: boolean;
  fetchesImages?: boolean;
}

/** A template of `sightline.prompts`; `{selection}`, `{language}` and `{file}` are filled in. */
export interface PromptTemplateSetting {
  name: string;
  prompt: string;
}

/**
 * Settings with their types; the names are those after `sightline.`. What says where requests go or which key goes
 * with them has application scope: a folder's own settings cannot set it.
 */
export interface SettingTypes {
  provider: string;
  model: string;
  apiFormat: 'provider' | 'responses' | 'chat.completions';
  providers: CustomProviderSetting[];
  /** Addresses by provider id, for providers without a fixed one (Azure) or behind a proxy. */
  providerAddresses: Record<string, string>;
  /** Ids of the providers whose key comes from their environment variable. */
  keysFromEnvironment: string[];
  /** A mirror of the hub that models for this machine come from; empty: the hub itself. */
  'models.mirror': string;
  'service.url': string;
  'service.keyVariable': string;
  temperature: number | null;
  topP: number | null;
  maxOutputTokens: number | null;
  /** Seconds. */
  requestTimeout: number;
  maxRetries: number;
  'image.maxSide': number;
  'image.quality': number;
  'image.detail': ImageDetailSetting;
  'image.mapping': ImageMappingSetting;
  /** Hosts of private networks from which images at web addresses may be downloaded. */
  'image.allowedHosts': string[];
  'recognition.enabled': boolean;
  'describe.prompt': string;
  'describe.concurrency': number;
  'runs.concurrency': number;
  'runs.prices': Record<string, PriceSetting>;
  'runs.sharedAnswers': boolean;
  'chat.enabled': boolean;
  /** Tokens by `provider/model`, or by a pattern with `*`. */
  'chat.contextWindows': Record<string, number>;
  /** The vision model, `provider/model`, that describes images for text-only models; empty: the current one. */
  'chat.imageDescriber': string;
  prompts: PromptTemplateSetting[];
  /** How agents get the tools for images. */
  'agents.tools': 'tools' | 'mcp' | 'both' | 'off';
}

/** US dollars per million tokens. */
export interface PriceSetting {
  input: number;
  output: number;
}

/** How much of a large picture is sent. */
export type ImageDetailSetting = 'fit' | 'original' | 'tiles';

/** How values beyond 8 bits become brightness. */
export type ImageMappingSetting = 'auto' | 'full' | 'window';

/** The settings that have application scope in `package.json`. */
export const applicationSettings: readonly (keyof SettingTypes)[] = [
  'provider',
  'model',
  'apiFormat',
  'providers',
  'providerAddresses',
  'keysFromEnvironment',
  'models.mirror',
  'service.url',
  'service.keyVariable',
  'image.allowedHosts',
  'runs.prices',
  'runs.sharedAnswers',
  'chat.imageDescriber',
];
