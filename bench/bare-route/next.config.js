/** @type {import('next').NextConfig} */
const config = { serverExternalPackages: ['pg'], distDir: '../../.data/bare-route' };

// biome-ignore lint/style/noDefaultExport: Next reads it so.
export default config;
