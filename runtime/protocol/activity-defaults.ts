import type { ActivityOptions } from './options.ts';

/** What an activity gets that says nothing else; the engine keeps it and the manifest shows it. */
export const activityDefaults = {
  timeout: '5m',
  retry: { attempts: 6, initial: '1s', factor: 2, max: '5m', jitter: 'full' },
} as const satisfies ActivityOptions;

/** Explicit waits (`delays`) are meant as written; they are spread only where that is asked for. */
export const jitterOfDelaysDefault = 'none';
