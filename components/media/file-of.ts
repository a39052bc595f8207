/** The first file of what was dropped or pasted; a picture is preferred. */
export function fileOf(transfer: DataTransfer | null): File | null {
  const files = [...(transfer?.files ?? [])];
  return files.find(({ type }) => type.startsWith('image/')) ?? files[0] ?? null;
}
