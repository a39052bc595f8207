import type { ShapeProps } from './shape';
import { refreshShape, Shape, warningShape } from './shape';

/** Paths on a 24 px grid, drawn for this console: plain text in the page, nothing for the browser to run. */
const shapes = {
  approved: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM8.3 12.3l2.5 2.5 4.9-5.2',
  arrow: 'M4 12h14M12.5 6.5 18 12l-5.5 5.5',
  audit: 'M7 4h10.5v16l-2.2-1.5L13 20l-2.3-1.5L8.5 20l-2-1.5V4zM10 8.5h4.5M10 12h4.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V6M15.5 3.5V6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  circle: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  coins:
    'M9.5 10a5.5 2.5 0 1 0 0-5 5.5 2.5 0 0 0 0 5zM4 7.5v9c0 1.4 2.5 2.5 5.5 2.5M4 12c0 1.4 2.5 2.5 5.5 2.5M15 7.5v2M14.5 20.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM14.5 13.5v4',
  collapse: 'M4.5 5h15v14h-15zM9.5 5v14M15.5 10l-2 2 2 2',
  columns: 'M4.5 5h15v14h-15zM9.5 5v14M14.5 5v14',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  cross: 'M6.5 6.5l11 11m0-11-11 11',
  differs: 'M5 9h14M5 15h14M15.5 4.5l-7 15',
  document: 'M6 3.5h8L18.5 8v12.5H6zM14 3.5V8h4.5M9 13h6M9 16.5h4',
  down: 'M7 10l5 5 5-5',
  download: 'M12 5v11M7.5 11.5 12 16l4.5-4.5M5 19.5h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  failed:
    'M6 10.5V4a.5.5 0 0 1 .5-.5h7l5 5v2M13.5 3.5v5h5M3.5 13.5l3 2 2.8-2.5 2.7 2.5 2.8-2.5 2.7 2.5 3-2M6 18v2a.5.5 0 0 0 .5.5H18a.5.5 0 0 0 .5-.5v-2',
  filter: 'M4 6h16M7 12h10M10 18h4',
  first: 'M17 7l-5 5 5 5M8 7v10',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c2.3 2.3 3.5 5.1 3.5 8.5s-1.2 6.2-3.5 8.5c-2.3-2.3-3.5-5.1-3.5-8.5S9.7 5.8 12 3.5z',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.9M12 16.7h.01',
  home: 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5M12 8h.01',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h8.5M17 12v3.5',
  keyboard: 'M3.5 6h17v12h-17zM7 10h.01M10.3 10h.01M13.7 10h.01M17 10h.01M8 14h8',
  leave: 'M10 4.5H5v15h5M9.5 12H20M16 8l4 4-4 4',
  left: 'M14 7l-5 5 5 5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4.5 7h15M4.5 12h15M4.5 17h15',
  minus: 'M5.5 12h13',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  none: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM8.5 12h7',
  note: 'M5 4.5h14V15l-4.5 4.5H5zM14.5 19.5V15H19',
  number: 'M9.5 4.5 8 19.5M16 4.5l-1.5 15M4.5 9.5h15M4.5 14.5h15',
  pause: 'M9 5v14M15 5v14',
  pencil: 'M5 19h3.5L19 8.5 15.5 5 5 15.5z',
  person: 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.5-3.5 3.3-5.5 7-5.5s6.5 2 7 5.5',
  picture: 'M4.5 5h15v14h-15zM4.5 16l4.5-4.5 4 4 2.5-2.5 4 4M14.8 9.2h.01',
  play: 'M8 5l11 7-11 7z',
  plus: 'M12 5.5v13M5.5 12h13',
  practice: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6zM9 11.8l2.2 2.2 3.8-4',
  punished:
    'M8 13.5V6.7a1.5 1.5 0 0 1 3 0V11M11 11V4.7a1.5 1.5 0 0 1 3 0V11M14 11V6.2a1.5 1.5 0 0 1 3 0V13M17 9.7a1.5 1.5 0 0 1 3 0V14c0 4-2.6 7-6.5 7-3 0-4.6-1.2-6-3.6L4.4 12.6a1.5 1.5 0 0 1 2.5-1.7L8 12.5',
  refresh: refreshShape,
  rejected: 'M4.5 4.5h15v15h-15zM9 9l6 6m0-6-6 6',
  requests: 'M4 8.5h14.5M15 5l3.5 3.5L15 12M20 15.5H5.5M9 12l-3.5 3.5L9 19',
  review:
    'M6.5 3.5h11M6.5 20.5h11M7.5 3.5V7c0 2.5 4.5 3.5 4.5 5s-4.5 2.5-4.5 5v3.5M16.5 3.5V7c0 2.5-4.5 3.5-4.5 5s4.5 2.5 4.5 5v3.5',
  right: 'M10 7l5 5-5 5',
  rows: 'M4.5 6.5h15M4.5 12h15M4.5 17.5h15',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.8 15.8 20 20',
  settings: 'M4 7h8M16 7h4M4 12h3M11 12h9M4 17h9M17 17h3M12 5v4M7 10v4M13 15v4',
  shop: 'M4.5 10v9a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-9M3.5 8.5 5.5 4h13l2 4.5a2.8 2.8 0 0 1-5.6.4 2.9 2.9 0 0 1-5.8 0 2.8 2.8 0 0 1-5.6-.4zM9.5 20v-5h5v5',
  stack: 'M4 8.5 12 4.5l8 4-8 4zM4 12.5l8 4 8-4M4 16.5l8 4 8-4',
  stop: 'M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM9 12h6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  undo: 'M8 5 4 9l4 4M4 9h10.5a5 5 0 0 1 0 10H9',
  unknown: 'M7.2 8.7a4.8 4.8 0 1 1 7.2 4.1c-1.7 1-2.4 1.9-2.4 3.7M12 20.3h.01',
  up: 'M7 14l5-5 5 5',
  upload: 'M12 16V5M7.5 9.5 12 5l4.5 4.5M5 19.5h14',
  warning: warningShape,
};

export type IconName = keyof typeof shapes;

type IconProps = { name: IconName } & Pick<ShapeProps, 'size' | 'className'>;

/** A decorative icon; whoever shows one without a word beside it gives the control its own label. */
export function Icon({ name, ...look }: IconProps) {
  return <Shape d={shapes[name]} {...look} />;
}
