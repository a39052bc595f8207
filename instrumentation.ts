/** Runs once when the server process starts: settings are parsed, certificates asked for, and the drain begins. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsole } = await import('./lib/start');
  await startConsole();
}
