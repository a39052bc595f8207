/** A bar of the final size while something loads; the width is a class (`w-24`). */
export function Skeleton({ className = 'w-24' }: { className?: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />;
}

/** Rows of a list before they are there: the heights of the real ones, so that nothing moves. */
export function TableSkeleton({ label, rows = 10, columns = 5 }: { label: string; rows?: number; columns?: number }) {
  const row = Array.from({ length: columns }, (_, index) => `column-${index}`);
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((name) => (
        <div key={name} className="border-line flex h-10 items-center gap-8 border-b px-6 max-md:h-19 max-md:px-4">
          {row.map((column, index) => (
            <Skeleton key={column} className={index === 0 ? 'w-44' : 'w-20 max-md:hidden'} />
          ))}
        </div>
      ))}
    </div>
  );
}
