import { NoWay } from '@/components/errors/no-way';

/** Outside a connection: without the frame. */
export default function NotFoundPage() {
  return (
    <main>
      <NoWay kind="notFound" />
    </main>
  );
}
