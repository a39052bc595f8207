/** The text that a segment of an address stands for, percent-decoded; one that decodes to nothing stands for itself. */
export function segmentText(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
