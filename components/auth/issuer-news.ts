/** Pages of one browser tell each other here what became of a proof at the issuer. */
const CHANNEL = 'subdesk-proof';

export type IssuerNews = 'yes' | 'no';

/** Tells the page that waits. */
export function tellIssuerNews(news: IssuerNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** Hears it; answers what ends the hearing. */
export function hearIssuerNews(hear: (news: IssuerNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === 'yes' || data === 'no') hear(data);
  };
  return () => channel.close();
}
