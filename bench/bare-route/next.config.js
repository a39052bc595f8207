import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
const config = {
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  serverExternalPackages: ['pg'],
};

// biome-ignore lint/style/noDefaultExport: Next reads it so.
export default config;
