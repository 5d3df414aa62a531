import type { CommandShape, OptionShape, ValueShape } from './commandShape.ts';

/** The script by which fish completes command lines of Sightline. */
export function fishCompletion(shapes: readonly CommandShape[]): string {
  const paths = shapes.map(({ path }) => path).filter(Boolean);
  const valued = shapes.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value !== undefined)
      .flatMap(({ names }) => names.map(name => `${path} ${name}`)),
  );
  return `# Completion of sightline for fish: sightline completion fish | source

# The command that the words before the cursor name, and how many operands they give it.
function __sightline_place
    set -l path ''
    set -l operands 0
    set -l skip no
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$path $word")
        if test $skip = yes
            set skip no
        else if string match -q -- '-*' $word
            contains -- "$path $word" ${list(valued)}; and set skip yes
        else if test $operands = 0; and contains -- $next ${list(paths)}
            set path $next
        else
            set operands (math $operands + 1)
        end
    end
    echo $path
    echo $operands
end

function __sightline_at
    set -l place (__sightline_place)
    test "$place[1]" = $argv[1]
end

function __sightline_operand
    set -l place (__sightline_place)
    test "$place[1]" = $argv[1]; and test $place[2] $argv[2] $argv[3]
end

complete -c sightline -f
${shapes.flatMap(lines).join('\n')}
`;
}

function lines({ path, commands, options, arguments: operands }: CommandShape): string[] {
  const at = quoted(`__sightline_at ${quoted(path)}`);
  const first = quoted(`__sightline_operand ${quoted(path)} = 0`);
  return [
    ...commands.map(
      ({ name, description }) => `complete -c sightline -n ${first} -a ${name} -d ${quoted(description)}`,
    ),
    ...options.map(option => `complete -c sightline -n ${at} ${optionWords(option)}`),
    ...operands.flatMap((operand, index) => {
      const given = quoted(`__sightline_operand ${quoted(path)} ${operand.variadic ? '-ge' : '='} ${index}`);
      const words = offered(operand);
      return words === '' ? [] : [`complete -c sightline -n ${given} ${words}`];
    }),
  ];
}

function optionWords({ names, description, value }: OptionShape): string {
  const flags = names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const words = value === undefined ? [] : [`-r ${offered(value) || '-f'}`];
  return [...flags, ...words, `-d ${quoted(description)}`].join(' ');
}

function offered({ choices, place }: ValueShape): string {
  const files = { file: '-F', folder: '', none: '-f' }[place ?? 'none'];
  const names = [...choices, ...(place === 'folder' ? ['(__fish_complete_directories)'] : [])];
  if (names.length === 0) return place === undefined ? '' : files;
  return [files || '-f', `-a ${quoted(names.join(' '))}`].join(' ');
}

function list(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
