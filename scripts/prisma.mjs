// npm run prisma -- migrate dev --name add_thing: any Prisma command, on DATABASE_URL or else on the practice database.
import { join } from 'node:path';
import { Fault, openFolder, root } from './lib/project.mjs';
import { createSupervisor } from './lib/supervisor.mjs';

const supervisor = createSupervisor({ signalCode: 130 });
try {
  let url = process.env.DATABASE_URL;
  if (!url) {
    const { openEmbeddedPostgres } = await import('./lib/embedded-postgres.mjs');
    const dataDir = openFolder(process.env.DATA_DIR || '.data', 'DATA_DIR');
    const postgres = await openEmbeddedPostgres({ folder: join(dataDir, 'postgres'), preferredPort: 54329 });
    supervisor.onStop(postgres.close);
    url = await postgres.ensureDatabase('subdesk');
  }
  await supervisor.run('prisma', process.execPath, ['node_modules/prisma/build/index.js', ...process.argv.slice(2)], {
    env: { DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'scripts/prisma-schema-engine.mjs') },
  });
  await supervisor.stop(0);
} catch (error) {
  if (!supervisor.isStopping) console.error(error instanceof Fault ? error.message : error);
  await supervisor.stop(1);
}
