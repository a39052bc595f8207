import { NoWay } from '@/components/errors/no-way';

/** Inside the frame: the way to the other pages stays. */
export default function NotFoundPage() {
  return <NoWay kind="notFound" />;
}
