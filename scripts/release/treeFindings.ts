import { run } from '../childProcess.ts';

/**
 * What of a working tree keeps its version from being published: the packages are to be those of a commit that anybody can
 * look up, and the images of the listing are read from its tag.
 */
export async function treeFindings(folder: string, version: string): Promise<string[]> {
  const git = (...args: string[]): Promise<string> => run('git', args, { cwd: folder });
  const changed = (await git('status', '--porcelain')).split('\n').filter(line => line !== '');
  const tags = (await git('tag', '--points-at', 'HEAD')).split('\n');
  const tag = `v${version}`;
  return [
    ...(changed.length === 0
      ? []
      : [`the working tree has ${changed.length} changed files: commit or stash them`]),
    ...(tags.includes(tag)
      ? []
      : [`this commit has no tag ${tag}: git tag ${tag} && git push origin ${tag}`]),
  ];
}
