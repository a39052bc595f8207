// The least that a list page can be: node:http, a cookie that is looked at, one prepared statement behind a key, and a
// table written as text. The bench of pages measures ours against it. Argument: its settings as JSON.
import http from 'node:http';
import pg from 'pg';

const { port, databaseUrl, connectionId, size } = JSON.parse(process.argv[2] ?? '{}');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => String(text ?? '').replace(/[&<>"]/g, (sign) => signs[sign]);

const statement = (where) => `
  SELECT "id", "subMchid", "name", "h5State", "merchantType", "mcc", "acceptedSort"::text AS "at" FROM "SubMerchant"
  WHERE "connectionId" = $1::uuid ${where} ORDER BY "acceptedSort" DESC, "id" DESC LIMIT ${size + 1}`;

const kinds = {
  list: { name: 'list', text: statement('') },
  state: { name: 'state', text: statement('AND "h5State" = $2') },
  after: {
    name: 'after',
    text: statement(
      'AND ("acceptedSort", "id") < (SELECT "acceptedSort", "id" FROM "SubMerchant" WHERE "id" = $2::uuid)',
    ),
  },
};

const server = http.createServer(async (request, response) => {
  try {
    if (!/(?:^|; )s=ok/.test(request.headers.cookie ?? '')) return response.writeHead(401).end();
    const { searchParams } = new URL(request.url ?? '/', 'http://bare');
    const kind = ['state', 'after'].find((name) => searchParams.has(name)) ?? 'list';
    const values = kind === 'list' ? [connectionId] : [connectionId, searchParams.get(kind)];
    const { rows } = await pool.query({ ...kinds[kind], values });
    const lines = rows.slice(0, size).map((row) => {
      const cells = [row.name, row.h5State, row.merchantType, row.mcc, row.at].map((cell) => `<td>${escaped(cell)}`);
      return `<tr><td><a href="/m/${escaped(row.subMchid)}">${escaped(row.subMchid)}</a>${cells.join('')}`;
    });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Sub-merchants</title><table>${lines.join('')}</table>`);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(port, '127.0.0.1', () => console.log('ready'));
