export * from '../../runs/runWords.ts';
