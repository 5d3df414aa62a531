import { createRoute } from '@hono/zod-openapi';
import { newTeamShape, ownerQueryShape, teamListShape, teamShape } from '../../platform/shapes.ts';
import { jsonAnswer, body, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { ServiceError } from '../http/serviceError.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { usernameIsTaken } from '../store/people.ts';
import { countOwnTeams, createTeam } from '../store/workspaces.ts';
import type { OwnWorkspace } from '../store/workspaces.ts';
import { hosting, visibleTeams } from './accountRoutes.ts';

/** The teams of the caller, and making one. */
export function addTeamRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/teams';
  const describeTeam = ({ id, username, fullName, role }: OwnWorkspace) => ({
    userId: id,
    username,
    fullName,
    ...hosting(dependencies),
    role,
  });

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List the teams',
      middleware: [guard(dependencies, 'seeAccount')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(teamListShape, 'The teams and the role in each') },
    }),
    c => c.json({ teams: visibleTeams(store, c.var).map(describeTeam) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Create a team',
      middleware: [guard(dependencies, 'beSignedIn')],
      request: { body: body(newTeamShape) },
      responses: { ...failures, 201: jsonAnswer(teamShape, 'The new team') },
    }),
    c => {
      const { username, fullName } = c.req.valid('json');
      const team = store.database.transaction(() => {
        const owned = countOwnTeams(store, c.get('actor').id);
        requireRoom(owned, upperLimits.teamsOfPerson, most => `A person owns at most ${most} teams`);
        if (usernameIsTaken(store, username)) throw new ServiceError(409, 'This username is taken');
        return createTeam(store, { username, fullName, actor: c.get('actor') });
      });
      return c.json(describeTeam({ ...team, role: 'owner' }), 201);
    },
  );
}
