import { createSocket, type Socket } from 'node:dgram';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import packet from 'dns-packet';

export type DnsSandbox = {
  /** `host:port` to ask, `http://host:port` to change records at. */
  server: string;
  url: string;
  set(name: string, texts: readonly string[]): void;
  close(): Promise<void>;
};

/**
 * A DNS server of TXT records (RFC 1035 over UDP, as every resolver speaks). Records are set with
 * `PUT /records {"name": "shop.example", "texts": ["v=spf1 -all"]}` and listed with `GET /records`.
 */
export async function startDnsSandbox(options: {
  dnsPort: number;
  httpPort: number;
  host?: string;
}): Promise<DnsSandbox> {
  const host = options.host ?? '127.0.0.1';
  const records = new Map<string, readonly string[]>();
  const faults = { silent: false };
  const set = (name: string, texts: readonly string[]): void => {
    if (texts.length === 0) records.delete(keyOf(name));
    else records.set(keyOf(name), texts);
  };
  const dns = createSocket('udp4');
  dns.on('message', (question, from) => {
    if (!faults.silent) dns.send(answerTo(question, records), from.port, from.address);
  });
  const http = createServer((request, response) => {
    void (async () => {
      const call = `${request.method} ${request.url}`;
      if (call === 'GET /records') return response.end(JSON.stringify(Object.fromEntries(records)));
      const body = await bodyOf(request);
      if (call === 'PUT /records' && isRecord(body)) {
        set(body.name, body.texts);
        return response.end('{}');
      }
      if (call === 'POST /_control/faults' && typeof body === 'object' && body !== null) {
        faults.silent = 'silent' in body && body.silent === true;
        return response.end('{}');
      }
      return response.writeHead(404).end();
    })();
  });
  await Promise.all([bound(dns, options.dnsPort, host), listening(http, options.httpPort, host)]);
  return {
    server: `${host}:${dns.address().port}`,
    url: `http://${host}:${(http.address() as AddressInfo).port}`,
    set,
    close: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => dns.close(() => resolve())),
        new Promise((resolve) => http.close(resolve)),
      ]);
    },
  };
}

const keyOf = (name: string): string => name.toLowerCase().replace(/\.$/, '');
const NOT_FOUND = 3;
const PIECE_BYTES = 255;

function answerTo(question: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { id = 0, questions = [] } = packet.decode(question);
  const [asked] = questions;
  const texts = asked?.type === 'TXT' ? records.get(keyOf(asked.name)) : undefined;
  const isKnown = asked !== undefined && records.has(keyOf(asked.name));
  return packet.encode({
    type: 'response',
    id,
    flags:
      packet.AUTHORITATIVE_ANSWER | packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | (isKnown ? 0 : NOT_FOUND),
    questions,
    answers: (texts ?? []).map((text) => ({
      type: 'TXT',
      name: asked?.name ?? '',
      ttl: 60,
      data: piecesOf(Buffer.from(text)),
    })),
  });
}

const piecesOf = (text: Buffer): Buffer[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / PIECE_BYTES)) }, (_, at) =>
    text.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES),
  );

function isRecord(body: unknown): body is { name: string; texts: string[] } {
  if (typeof body !== 'object' || body === null || !('name' in body) || !('texts' in body)) return false;
  const { name, texts } = body;
  return typeof name === 'string' && Array.isArray(texts) && texts.every((text) => typeof text === 'string');
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

const bound = (socket: Socket, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => resolve());
  });

const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
