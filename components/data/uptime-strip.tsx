type Cell = { key: string; state: 'up' | 'partly' | 'down' | 'unwatched'; title: string };

/** Heights of a cell by its state, of 10: what is wrong stands taller, so that colour is not needed to see it. */
const heights: Record<Cell['state'], number> = { up: 6, partly: 8, down: 10, unwatched: 2 };

/** How something did over time, a bar for each span, oldest first. `label` says in words what the bars show. */
export function UptimeStrip({ label, cells }: { label: string; cells: Cell[] }) {
  return (
    <svg className="uptime" viewBox={`0 0 ${cells.length} 10`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      {cells.map(({ key, state, title }, place) => (
        <rect key={key} data-state={state} x={place + 0.1} y={10 - heights[state]} width={0.8} height={heights[state]}>
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  );
}
