import '../../protocol/withoutEval.ts';
