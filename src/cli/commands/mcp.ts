import path from 'node:path';
import { present } from '../../base/present.ts';
import { isAbort, SightlineError, ValueError } from '../../base/errors.ts';
import { originOf } from '../../base/address.ts';
import { redact } from '../../base/redact.ts';
import { hintIn } from '../../base/remedies.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import { serveTools } from '../../mcp/toolServer.ts';
import { AgentTools } from '../../tools/agentTools.ts';
import { localFolders } from '../../tools/localFolders.ts';
import { refusedRoot } from '../../tools/refusedRoot.ts';
import type { AnswerTarget } from '../../tools/toolWork.ts';
import { withTargetOptions, type TargetValues } from '../asking/targetOptions.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { withDefaults } from '../defaultTarget.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { collect } from '../options.ts';
import { remedyText } from '../remedyText.ts';
import type { Session } from '../session.ts';

/** `sightline mcp`. */
export const define: DefineCommand = (command, run) =>
  withTargetOptions(
    command
      .option(
        '--root <folder>',
        'folder whose images may be read, where the client names none; repeatable (default: the working directory)',
        collect,
      )
      .option('--state <folder>', 'folder for saved descriptions (default: in the Sightline folder)'),
  )
    .addHelpText(
      'after',
      sections(
        'Serves the tools describe_image, measure_image and find_images to a client of the\nModel Context Protocol, over standard input and output. They read images only in\nthe folders of the client (its roots), never in the home folder as a whole, and\nfollow no symbolic link out of them.',
        'Without a model, images are described on this machine. With --provider and\n--model, or after "sightline use", describe_image sends the image to that\nprovider, without asking each time. Answers are saved, so the same question about the\nsame image is paid for once.',
        'Example:\n  claude mcp add sightline -- sightline mcp --root ./photos',
      ),
    )
    .action(
      run(async (session, options) => {
        const given = (options.root ?? []).map(folder => path.resolve(folder));
        for (const folder of given) {
          const refused = refusedRoot(folder);
          if (refused !== undefined)
            throw new ValueError(`${refused} is too wide for --root.`, {
              hint: 'Give the folder of the images.',
            });
        }
        const report = (message: string): void => session.out.note(message);
        await serveTools({
          version: session.version,
          stdin: session.stdin,
          stdout: process.stdout,
          signal: session.signal,
          tools: roots =>
            new AgentTools({
              folders: localFolders(() => roots.list(given.length === 0 ? [process.cwd()] : given)),
              store:
                options.state === undefined
                  ? path.join(session.folder.path, 'runs')
                  : path.resolve(options.state),
              target: () => answerTarget(session, options),
              report,
            }),
          sendsOut: async () => {
            const { provider } = await withDefaults(session, options);
            return provider !== undefined && !isBuiltIn(provider);
          },
          explain: errorText,
          report,
        });
        return exitCodes.good.code;
      }),
    );

/** Who answers now: what was saved meanwhile counts. */
async function answerTarget(session: Session, values: TargetValues): Promise<AnswerTarget> {
  const [{ chooseTarget }, { receivingHost }, { askPictureBy }, { askStructured }] = await Promise.all([
    import('../asking/target.ts'),
    import('../../tools/receivingHost.ts'),
    import('../../runs/running/askPictureBy.ts'),
    import('../../runs/running/askStructured.ts'),
  ]);
  const target = await chooseTarget(session, values);
  const { provider, model, image, timeoutMs } = target;
  const { api, baseURL } = target.destination([]);
  return {
    label: provider.label,
    question: { provider: provider.id, origin: originOf(baseURL), model, api, parameters: {}, image },
    ...present({ host: receivingHost({ id: provider.id, baseURL }) }),
    ask: askStructured(
      askPictureBy(picture => target.destination([picture]), { timeoutMs, maxRetries: retriesOfTools }),
    ),
  };
}

/** An agent waits for each answer. */
const retriesOfTools = 2;

function errorText(error: unknown): string {
  if (isAbort(error)) return 'Stopped.';
  if (!(error instanceof SightlineError)) return 'An internal error occurred in Sightline.';
  return redact([error.message, hintIn(remedyText, error)].filter(Boolean).join(' '));
}
