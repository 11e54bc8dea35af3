// The package ships no types: what the sandbox uses of it.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type InteractionResult = {
    login?: { accountId: string };
    consent?: { grantId: string };
    error?: string;
    error_description?: string;
  };
  export type Account = { accountId: string; claims(use: string, scope: string): Promise<Record<string, unknown>> };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (of: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      uid: string;
      prompt: { name: string };
      params: { client_id: string; scope: string };
      session?: { accountId: string };
    }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<void>;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): void;
  }
}
