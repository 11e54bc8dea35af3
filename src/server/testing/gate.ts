import { connect, createServer, type Server, type Socket } from 'node:net';

/** What a gate does with a piece of the conversation: lets it through, or goes silent for good. */
export type Passage = 'pass' | 'hold';

export type Gate = {
  /** As the address behind it, but for the port. */
  url: string;
  /** The port is closed: calls are refused. */
  shut(): Promise<void>;
  /** Answers every call with these bytes; nothing reaches the server behind. */
  answerWith(bytes: string): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** A way to a partner that can be watched and closed, in front of `target` (`http://host:port`, `smtp://host:port`). */
export async function startGate(
  target: string,
  watch: { onConnect?: () => Passage; onSent?: (text: string) => void; onReply?: (text: string) => Passage } = {},
): Promise<Gate> {
  const behind = new URL(target);
  const sockets = new Set<Socket>();
  let canned: string | null = null;

  const serve = (client: Socket): void => {
    keep(client);
    if (canned !== null) return answerAll(client, canned, behind.protocol);
    if (watch.onConnect?.() === 'hold') return;
    const partner = connect(Number(behind.port), behind.hostname);
    keep(partner);
    client.on('data', (bytes) => {
      watch.onSent?.(bytes.toString());
      partner.write(bytes);
    });
    partner.on('data', (bytes) => {
      if (watch.onReply?.(bytes.toString()) !== 'hold') return void client.write(bytes);
      // As when the process behind `client` has gone: the partner finds its peer lost.
      client.pause();
      partner.destroy();
    });
    client.on('close', () => partner.destroy());
    partner.on('close', () => {
      if (!client.isPaused()) client.destroy();
    });
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };

  let server: Server | null = null;
  let port = 0;
  const listen = async (): Promise<void> => {
    if (server !== null) return;
    server = createServer(serve);
    const started = server;
    await new Promise<void>((listening, failed) => {
      started.once('error', failed);
      started.listen(port, '127.0.0.1', listening);
    });
    const address = started.address();
    if (typeof address === 'object' && address !== null) port = address.port;
  };
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  const shut = async (): Promise<void> => {
    const open = server;
    server = null;
    hangUp();
    if (open) await new Promise((closed) => open.close(closed));
  };
  await listen();
  return {
    url: `${behind.protocol}//127.0.0.1:${port}`,
    shut,
    async answerWith(bytes) {
      canned = bytes;
      hangUp();
      await listen();
    },
    async open() {
      canned = null;
      hangUp();
      await listen();
    },
    close: shut,
  };
}

/** Over SMTP the answer is the greeting; over HTTP it follows each request. */
function answerAll(client: Socket, bytes: string, protocol: string): void {
  if (protocol === 'smtp:') return void client.end(bytes);
  client.once('data', () => client.end(bytes));
}
