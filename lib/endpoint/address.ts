import { paths } from '@/lib/paths';
import { isThisMachine } from '@/lib/this-machine';

/** Where the platform posts the notifications of a connection, `notifyUrl` being how it reaches us. */
export const endpointUrl = (notifyUrl: string, slug: string): string => `${notifyUrl}${paths.api.notifications(slug)}`;

/** Whether the platform can reach this address at all: a live one is on the internet, the practice one on this machine. */
export const isReachable = (url: string, environment: string): boolean =>
  environment === 'practice' || !isThisMachine(new URL(url));
