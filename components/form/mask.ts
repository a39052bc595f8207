/** How a typed value is shown once its field is left. Held values come masked from the server and never pass here. */
export type MaskKind = 'name' | 'phone' | 'email' | 'tail';

const dots = (count: number) => '•'.repeat(count);

/** `L•• S••`, `+852 •••• 4321`, `o•••@•••.example`, `…8765`. */
export function maskTyped(value: string, kind: MaskKind): string {
  const text = value.trim();
  if (kind === 'email') {
    const [user = '', host = ''] = text.split('@');
    return `${[...user][0] ?? ''}${dots(3)}@${dots(3)}${host.slice(host.lastIndexOf('.'))}`;
  }
  // What is too short to have a hidden middle shows only how it begins.
  if (kind === 'phone')
    return text.length < 9 ? `${text.slice(0, 1)}${dots(4)}` : `${text.slice(0, 4)} ${dots(4)} ${text.slice(-4)}`;
  if (kind === 'tail') return text.length < 9 ? dots(4) : `…${text.slice(-4)}`;
  return text
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}${dots(2)}`)
    .join(' ');
}
