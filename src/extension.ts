import type { ExtensionContext } from 'vscode';

/** Builds Sightline's parts and registers each feature. */
export function activate(_context: ExtensionContext): void {}
