/** The libraries that a queue needs, loaded with the first one: nobody else pays for reading them. */
export { Pool } from 'pg';
export { PgBoss } from 'pg-boss';
