/** Variables by which an editor around us, or a host, would steer the one we start. */
const steering =
  /^(VSCODE_|CODE_SERVER_|ELECTRON_RUN_AS_NODE$|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$)/;

/** Variables that usually hold keys of services and providers. */
const keys = /(_API_KEY|_TOKEN)$/;

/**
 * The environment for an editor of ours.
 * @param withKeys whether the person's own keys are handed on; a test must never find one.
 */
export function editorEnvironment(withKeys: boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !steering.test(name) && (withKeys || !keys.test(name))),
  );
}
