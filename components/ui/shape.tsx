export type ShapeProps = {
  /** A path on a 24 px grid. */
  d: string;
  size?: 'small' | 'regular' | 'large';
  className?: string;
};

/** One icon by its path. `Icon` has all of them by name; the page of last resort, which every page loads, needs two. */
export function Shape({ d, size = 'regular', className = '' }: ShapeProps) {
  const sized = size === 'regular' ? 'icon' : `icon icon-${size}`;
  return (
    <svg className={`${sized} ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}

export const refreshShape = 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4v5h-5';
export const warningShape = 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01';
