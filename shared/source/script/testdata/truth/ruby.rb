# Prints what Ripper says of each Ruby file that standard input names, a JSON
# object a line: words, each [offset, kind, enclosing definition], in bytes.
require "ripper"
require "json"

class Teller
  WORDS = %i[@ident @const @ivar @cvar @gvar @label].freeze

  def initialize(text)
    @starts = [0]
    text.each_line { |line| @starts << @starts.last + line.bytesize }
    @words = {}
    @kinds = [] # of the scopes around
    @names = [""]
    @tree = Ripper.sexp(text) or raise "does not parse"
    Ripper.lex(text).each do |(line, column), type, _|
      @words[offset([line, column])] = [:comment_match, ""] if type == :on_comment || type == :on_embdoc_beg
    end
    visit(@tree)
  end

  def words = @words.map { |at, (kind, inside)| [at, kind, inside] }

  private

  def offset(at) = @starts[at[0] - 1] + at[1]

  def put(token, kind)
    return unless WORDS.include?(token[0]) || kind == :definition && %i[@kw @backtick].include?(token[0])
    at = offset(token[2])
    @words[at] = [kind, @names.last] if !@words[at] || @words[at][0] == :reference
  end

  def within(name, kind)
    @names.push(name)
    @kinds.push(kind)
    yield
    @names.pop
    @kinds.pop
  end

  def token?(node) = node.is_a?(Array) && node[0].is_a?(Symbol) && node[0].start_with?("@")

  def visit(node)
    return unless node.is_a?(Array)
    return node.each { |n| visit(n) } unless node[0].is_a?(Symbol)
    return put(node, :reference) if token?(node)
    name = "on_#{node[0]}"
    respond_to?(name, true) ? send(name, *node[1..]) : node[1..].each { |n| visit(n) }
  end

  def assign(node)
    return unless node.is_a?(Array)
    return node.each { |n| assign(n) } unless node[0].is_a?(Symbol)
    return put(node, :assignment) if token?(node)
    case node[0]
    when :mlhs, :mlhs_paren, :mlhs_add_star, :mlhs_add_post, :mrhs_new_from_args, :rest_param then node[1..].each { |n| assign(n) }
    else visit(node)
    end
  end

  def on_var_field(name)
    put(name, name && name[0] == :@const ? :definition : :assignment) if name
  end

  # A label without a value binds a variable. Ripper of 3.1 takes the later uses
  # of that for calls, which they are not.
  def on_hshptn(const, pairs, rest)
    visit(const)
    pairs&.each { |label, value| put(label, value ? :reference : :assignment); visit(value) }
    visit(rest)
  end

  def on_massign(left, right)
    assign(left)
    visit(right)
  end

  def on_for(var, list, body)
    assign(var)
    visit(list)
    visit(body)
  end

  def on_mlhs(*list) = assign(list)

  def on_field(receiver, _, name)
    visit(receiver)
    put(name, :assignment)
  end

  def on_const_path_field(scope, name)
    visit(scope)
    put(name, :assignment)
  end

  def on_params(required, optional, rest, post, keywords, keyrest, block)
    assign(required)
    optional&.each { |name, value| assign(name); visit(value) }
    assign(rest) if rest.is_a?(Array)
    assign(post)
    keywords&.each { |name, value| put(name, :assignment); visit(value) }
    [keyrest, block].each { |n| assign(n[1]) if n.is_a?(Array) && n[1].is_a?(Array) }
  end

  def on_block_var(params, locals)
    visit(params)
    assign(locals) if locals
  end

  def on_def(name, params, body)
    put(name, :definition)
    within(name[1], :def) { visit(params); visit(body) }
  end

  def on_defs(target, _, name, params, body)
    put(name, :definition)
    within(name[1], :def) { visit(target); visit(params); visit(body) }
  end

  def on_class(name, base, body)
    put(name.last, :definition)
    within(name.last[1], :class) { visit(name[1]) if name[0] == :const_path_ref; visit(base); visit(body) }
  end

  def on_module(name, body) = on_class(name, nil, body)

  def on_sclass(target, body)
    within(@names.last, :class) { visit(target); visit(body) }
  end

  def on_call(receiver, _, name)
    visit(receiver)
    put(name, :callsite) if name.is_a?(Array)
  end

  def on_fcall(name) = put(name, :callsite)
  def on_vcall(name) = put(name, :callsite)

  def on_command_call(receiver, _, name, args)
    visit(receiver)
    put(name, :callsite)
    visit(args)
  end

  def on_command(name, args)
    put(name, :callsite)
    fields(args) if %w[attr_accessor attr_reader attr_writer attr].include?(name[1]) && @kinds.last == :class
    import(args) if %w[require require_relative load autoload].include?(name[1])
    visit(args)
  end

  def fields(node)
    return unless node.is_a?(Array)
    return node[1][1].then { |name| put(name, :definition) } if node[0] == :symbol_literal
    node.each { |n| fields(n) } if node[0] == :args_add_block || node[0].is_a?(Array)
  end

  def import(node)
    return unless node.is_a?(Array)
    if node[0] == :string_literal && node[1].size == 2 && node[1][1][0] == :@tstring_content
      @words[offset(node[1][1][2]) - 1] = [:import, @names.last]
    elsif node[0] == :args_add_block || node[0].is_a?(Array)
      node.each { |n| import(n) }
    end
  end
end

$stdin.each_line(chomp: true) do |name|
  out = begin
    text = File.binread(name).force_encoding("UTF-8")
    { words: Teller.new(text).words }
  rescue StandardError => e
    { error: e.message }
  end
  puts JSON.generate({ name: name }.merge(out))
end
