/** What hosts offer for base64, best first. The protocol names no host's types. */
interface Base64Host {
  Buffer?: {
    from(source: ArrayBuffer): { toString(encoding: 'base64'): string };
    from(text: string, encoding: 'base64'): Uint8Array;
  };
  btoa?(binary: string): string;
  atob?(text: string): string;
}
const host = globalThis as unknown as Base64Host;
const chunk = 0x8000;

export function toBase64(buffer: ArrayBuffer): string {
  if (host.Buffer) return host.Buffer.from(buffer).toString('base64');
  const bytes = new Uint8Array(buffer);
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunk)
    binary += String.fromCharCode(...bytes.subarray(at, Math.min(at + chunk, bytes.length)));
  return host.btoa!(binary);
}

/** A fresh buffer of exactly the decoded bytes. */
export function fromBase64(text: string): ArrayBuffer {
  // Copied, because a Buffer may be a window on a pool that is shared with others.
  if (host.Buffer) return Uint8Array.from(host.Buffer.from(text, 'base64')).buffer;
  const binary = host.atob!(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes.buffer;
}
