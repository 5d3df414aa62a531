import { plural } from '../../../base/format.ts';
import { createdHostShape, disconnectedHostShape, jobStateAnswerShape } from '../../../platform/shapes.ts';
import { connectForm, integrationsTab } from '../settings/integrationsTab.ts';
import { settingsLink } from '../view.ts';
import { done, pathOf } from './form.ts';
import type { Form } from './form.ts';

/** The forms of Settings > Integrations. */
export const hostForms: readonly Form[] = [
  {
    path: '/settings/hosts/connect',
    page: integrationsTab,
    name: () => connectForm,
    keep: ['name'],
    send: async (values, call, view) => {
      const body = { name: values('name') };
      const { host, token, tokenExpiresAt } = await call(
        { method: 'POST', path: '/api/hosts', body },
        createdHostShape,
      );
      return {
        to: settingsLink(view, 'integrations'),
        flash: { kind: 'hostToken', name: host.name, token, expiresAt: tokenExpiresAt },
      };
    },
  },
  {
    path: '/settings/hosts/disconnect',
    page: integrationsTab,
    send: async (values, call, view) => {
      const { cancelledJobs } = await call(
        { method: 'DELETE', path: pathOf`/api/hosts/${values('hostId')}` },
        disconnectedHostShape,
      );
      const jobs = `${plural(cancelledJobs, 'job')} cancelled.`;
      return {
        to: settingsLink(view, 'integrations'),
        flash: done(`The host “${values('name')}” is disconnected, ${jobs}`),
      };
    },
  },
  {
    path: '/settings/jobs/cancel',
    page: integrationsTab,
    send: async (values, call, view) => {
      await call({ method: 'POST', path: pathOf`/api/jobs/${values('jobId')}/cancel` }, jobStateAnswerShape);
      return {
        to: settingsLink(view, 'integrations'),
        flash: done(`The job “${values('name')}” is cancelled.`),
      };
    },
  },
];
