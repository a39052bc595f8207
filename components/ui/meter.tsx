type MeterProps = { value: number; max: number; label: string };

/** How much of a limit is used. Over it, the bar is full and red; the number beside it says by how much. */
export function Meter({ value, max, label }: MeterProps) {
  const width = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  return (
    <svg
      className="meter"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      data-over={value > max || undefined}
      role="img"
    >
      <title>{label}</title>
      <rect width={width} height="1" />
    </svg>
  );
}
