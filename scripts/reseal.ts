// npm run reseal: seals again, with SEAL_KEY, whatever SEAL_KEY_PREVIOUS sealed, while the console runs. With the settings
// of the console (docs/configuration.md). It may be stopped and started again at any time.
import { ConfigurationFault, createContext } from '@/lib/context';
import { reseal } from '@/lib/resealing/reseal';

if (!process.env.DATABASE_URL) {
  console.error('DATABASE_URL is missing: give this command the settings of the console (docs/configuration.md).');
  process.exit(78);
}
const context = await createContext(process.env, () => new Date(), 'receiver').catch((error: unknown) => {
  if (!(error instanceof ConfigurationFault)) throw error;
  console.error(error.message);
  process.exit(78);
});
const told = (text: string) => process.stdout.write(`${text}\n`);
const { columns, left } = await reseal(context, {
  tell: ({ table, column, renewed, moved, unopened }) => {
    if (renewed + moved + unopened === 0) return;
    told(`${table}.${column}: ${renewed} sealed again, ${moved} written by others meanwhile, ${unopened} not opened`);
  },
});
await context.close();
told(`${columns.reduce((sum, { renewed }) => sum + renewed, 0)} values were sealed again.`);
if (left === 0) {
  told(
    'Nothing is under a former key any more: once every process runs with this SEAL_KEY, take SEAL_KEY_PREVIOUS away.',
  );
} else {
  told(`${left} values are still under another key. Keep SEAL_KEY_PREVIOUS, and run this again.`);
  process.exitCode = 1;
}
