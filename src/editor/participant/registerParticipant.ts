import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { Offer } from '../offer.ts';
import type { ParticipantParts } from './answerRequest.ts';

/** Its id in `package.json`. */
const participantId = 'sightline.participant';

/** Answers in the editor's chat as `@sightline`, by the model that is chosen in Sightline, once the folder is trusted. */
export function registerParticipant(extensionUri: vscode.Uri, parts: ParticipantParts): vscode.Disposable {
  const offer = new Offer(() => makeParticipant(extensionUri, parts));
  const follow = (): void => offer.follow(vscode.workspace.isTrusted);
  follow();
  return vscode.Disposable.from(vscode.workspace.onDidGrantWorkspaceTrust(follow), {
    dispose: () => offer.follow(false),
  });
}

function makeParticipant(extensionUri: vscode.Uri, parts: ParticipantParts): vscode.ChatParticipant {
  const participant = vscode.chat.createChatParticipant(
    participantId,
    async (request, context, stream, token) => {
      const { answerRequest } = await import('./answerRequest.ts');
      return answerRequest({ request, history: context.history, stream, token }, parts);
    },
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
  participant.followupProvider = {
    provideFollowups: ({ metadata }) =>
      metadata?.command === 'describe'
        ? [{ prompt: '', label: t('Write alternative text'), command: 'alt' }]
        : [],
  };
  return participant;
}
