//! The public items of each crate, one a line, are those listed in docs/api: a change of the API
//! shows in a commit.
//!
//! The listing is made from the sources, as rustdoc has no stable output to read. It resolves
//! modules and re-exports; names of types are unique within a crate, which finds their methods.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Fields, FnArg, ImplItem, Item, TraitItem, UseTree, Visibility};

/// Set to 1, it makes the test write the listings instead of comparing them.
const UPDATE: &str = "COUNTLESS_UPDATE_API";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The items of a crate by the path of their module.
struct Sources {
    modules: BTreeMap<Vec<String>, Vec<Item>>,
}

impl Sources {
    fn read(first: &Path) -> Result<Self, Box<dyn Error>> {
        let mut modules = BTreeMap::new();
        let folder = first.parent().expect("a folder").to_owned();
        let mut open = vec![(Vec::new(), first.to_owned(), folder)];
        while let Some((path, file, folder)) = open.pop() {
            let items = syn::parse_file(&fs::read_to_string(&file)?)?.items;
            for module in items.iter().filter_map(module) {
                let name = module.ident.to_string();
                let inner: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
                if let Some((_, items)) = &module.content {
                    modules.insert(inner, items.clone());
                } else {
                    let (file, below) = module_file(&folder, &name);
                    if file.exists() {
                        open.push((inner, file, below));
                    }
                }
            }
            modules.insert(path, items);
        }
        Ok(Self { modules })
    }

    /// The module that a path in `module` leads to, if it is of this crate.
    fn resolve(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut at = module.to_vec();
        for part in path {
            match part.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => _ = at.pop(),
                name => at.push(name.to_owned()),
            }
        }
        self.modules.contains_key(&at).then_some(at)
    }

    /// An item by its name in a module, through the module's own imports.
    fn find(&self, module: &[String], name: &str) -> Option<Found<'_>> {
        let items = self.modules.get(module)?;
        if let Some(item) = items
            .iter()
            .find(|item| declared(item).is_some_and(|(own, _)| own == name))
        {
            return Some(Found::Item(item));
        }
        let inner: Vec<String> = module.iter().cloned().chain([name.to_owned()]).collect();
        if self.modules.contains_key(&inner) {
            return Some(Found::Module(inner));
        }
        let imports = items.iter().filter_map(|item| match item {
            Item::Use(item) => Some(&item.tree),
            _ => None,
        });
        let mut leads = Vec::new();
        for tree in imports {
            leads_to(tree, name, &mut Vec::new(), &mut leads);
        }
        leads.into_iter().find_map(|(path, name)| {
            let target = self.resolve(module, &path)?;
            if target == module {
                None
            } else {
                self.find(&target, &name)
            }
        })
    }
}

/// The lines of a crate's public items, and the path of the module that they are shown in.
struct Listing<'s> {
    sources: &'s Sources,
    shown: String,
    lines: BTreeSet<String>,
}

impl<'s> Listing<'s> {
    fn of(sources: &'s Sources, name: &str) -> BTreeSet<String> {
        let mut listing = Self {
            sources,
            shown: name.to_owned(),
            lines: BTreeSet::new(),
        };
        listing.list(&[]);
        listing.lines
    }

    fn add(&mut self, line: String) {
        self.lines.insert(line);
    }

    /// Adds the public items of a module.
    fn list(&mut self, module: &[String]) {
        let sources = self.sources;
        for item in sources.modules.get(module).into_iter().flatten() {
            match item {
                Item::Use(item) if is_public(&item.vis) => {
                    self.list_use(module, &item.tree, &mut Vec::new());
                }
                Item::Mod(item) if is_public(&item.vis) && !is_for_tests(&item.attrs) => {
                    let name = item.ident.to_string();
                    let inner: Vec<String> = module.iter().cloned().chain([name.clone()]).collect();
                    self.list_module(&name, &inner);
                }
                item => self.list_item(item, None),
            }
        }
    }

    /// Adds a module under the name that it has in the one shown.
    fn list_module(&mut self, name: &str, inner: &[String]) {
        let outer = self.shown.len();
        self.shown = format!("{}::{name}", self.shown);
        self.add(format!("mod {}", self.shown));
        self.list(inner);
        self.shown.truncate(outer);
    }

    fn list_use(&mut self, module: &[String], tree: &UseTree, path: &mut Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.list_use(module, &tree.tree, path);
                path.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.list_use(module, tree, path);
                }
            }
            UseTree::Glob(_) => match self.sources.resolve(module, path) {
                Some(target) => self.list(&target),
                None => self.add(format!("use {}::{}::*", self.shown, path.join("::"))),
            },
            UseTree::Name(name) => self.list_name(module, path, &name.ident.to_string(), None),
            UseTree::Rename(name) => {
                let new = name.rename.to_string();
                self.list_name(module, path, &name.ident.to_string(), Some(&new));
            }
        }
    }

    /// Adds `name` in the module at `path`, which may itself be re-exported there.
    fn list_name(&mut self, module: &[String], path: &[String], name: &str, new: Option<&str>) {
        let sources = self.sources;
        let own = sources
            .resolve(module, path)
            .and_then(|target| sources.find(&target, name));
        match own {
            Some(Found::Item(item)) => self.list_item(item, new),
            Some(Found::Module(inner)) => self.list_module(new.unwrap_or(name), &inner),
            None => {
                let from: Vec<&str> = path.iter().map(String::as_str).chain([name]).collect();
                let new = new.unwrap_or(name);
                self.add(format!("use {}::{new} = {}", self.shown, from.join("::")));
            }
        }
    }

    fn list_item(&mut self, item: &Item, new: Option<&str>) {
        let Some((name, _)) = declared(item).filter(|(_, own)| is_public(own)) else {
            return;
        };
        let path = format!("{}::{}", self.shown, new.unwrap_or(&name));
        match item {
            Item::Const(item) => {
                self.add(format!("const {path}: {}", tidy(&item.ty)));
            }
            Item::Static(item) => {
                self.add(format!("static {path}: {}", tidy(&item.ty)));
            }
            Item::Fn(item) => {
                self.add(function(&path, &item.sig));
            }
            Item::Type(item) => {
                self.add(format!(
                    "type {path}{} = {}",
                    tidy(&item.generics),
                    tidy(&item.ty)
                ));
            }
            Item::Struct(item) => {
                self.add(format!(
                    "struct {path}{}{}",
                    tidy(&item.generics),
                    open_end(&item.attrs)
                ));
                for line in fields(&path, &item.fields, true) {
                    self.add(line);
                }
            }
            Item::Enum(item) => {
                self.add(format!(
                    "enum {path}{}{}",
                    tidy(&item.generics),
                    open_end(&item.attrs)
                ));
                for variant in &item.variants {
                    let path = format!("{path}::{}", variant.ident);
                    self.add(format!("variant {path}"));
                    for line in fields(&path, &variant.fields, false) {
                        self.add(line);
                    }
                }
            }
            Item::Trait(item) => {
                let bounds = tidy(&item.supertraits);
                self.add(format!("trait {path}{}: {bounds}", tidy(&item.generics)));
                for item in &item.items {
                    match item {
                        TraitItem::Fn(item) => {
                            let line = function(&format!("{path}::{}", item.sig.ident), &item.sig);
                            let ending = if item.default.is_some() {
                                " { .. }"
                            } else {
                                ""
                            };
                            self.add(line + ending);
                        }
                        TraitItem::Type(item) => {
                            self.add(format!(
                                "type {path}::{}: {}",
                                item.ident,
                                tidy(&item.bounds)
                            ));
                        }
                        TraitItem::Const(item) => {
                            self.add(format!("const {path}::{}: {}", item.ident, tidy(&item.ty)));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        if let Some(attributes) = type_attributes(item) {
            self.list_impls(&name, &path, attributes);
        }
    }

    /// The public methods and the traits of a type.
    fn list_impls(&mut self, name: &str, path: &str, attributes: &[syn::Attribute]) {
        let mut traits = BTreeSet::new();
        for attribute in attributes
            .iter()
            .filter(|own| own.path().is_ident("derive"))
        {
            let _ = attribute.parse_nested_meta(|meta| {
                let last = meta.path.segments.last().expect("a name");
                traits.insert(last.ident.to_string());
                Ok(())
            });
        }
        let sources = self.sources;
        for item in sources.modules.values().flatten() {
            let Item::Impl(block) = item else { continue };
            if self_name(&block.self_ty).as_deref() != Some(name) || is_for_tests(&block.attrs) {
                continue;
            }
            if let Some((of, _)) = &block.trait_ {
                traits.insert(tidy(of));
                continue;
            }
            for item in &block.items {
                match item {
                    ImplItem::Fn(item) if is_public(&item.vis) => {
                        self.add(function(&format!("{path}::{}", item.sig.ident), &item.sig));
                    }
                    ImplItem::Const(item) if is_public(&item.vis) => {
                        self.add(format!("const {path}::{}: {}", item.ident, tidy(&item.ty)));
                    }
                    _ => {}
                }
            }
        }
        if !traits.is_empty() {
            let traits: Vec<String> = traits.into_iter().collect();
            self.add(format!("impl {path}: {}", traits.join(", ")));
        }
    }
}

enum Found<'a> {
    Item(&'a Item),
    Module(Vec<String>),
}

fn module(item: &Item) -> Option<&syn::ItemMod> {
    match item {
        Item::Mod(item) if !is_for_tests(&item.attrs) => Some(item),
        _ => None,
    }
}

/// The file of a module, and the folder of those within it.
fn module_file(folder: &Path, name: &str) -> (PathBuf, PathBuf) {
    let below = folder.join(name);
    let file = folder.join(name).with_extension("rs");
    if file.exists() {
        (file, below)
    } else {
        (below.join("mod.rs"), below)
    }
}

/// The paths by which a tree of imports brings in `name`, each with the name there.
fn leads_to(
    tree: &UseTree,
    name: &str,
    path: &mut Vec<String>,
    leads: &mut Vec<(Vec<String>, String)>,
) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            leads_to(&tree.tree, name, path, leads);
            path.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                leads_to(tree, name, path, leads);
            }
        }
        UseTree::Name(own) if own.ident == name => leads.push((path.clone(), name.to_owned())),
        UseTree::Rename(own) if own.rename == name => {
            leads.push((path.clone(), own.ident.to_string()));
        }
        UseTree::Glob(_) => leads.push((path.clone(), name.to_owned())),
        _ => {}
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let mut conditions = attributes.iter().filter(|own| own.path().is_ident("cfg"));
    conditions.any(|own| tidy(&own.meta) == "cfg(test)")
}

/// The name of an item, and who sees it.
fn declared(item: &Item) -> Option<(String, &Visibility)> {
    let (name, visibility) = match item {
        Item::Const(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Static(item) => (&item.ident, &item.vis),
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Trait(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        _ => return None,
    };
    Some((name.to_string(), visibility))
}

fn type_attributes(item: &Item) -> Option<&[syn::Attribute]> {
    match item {
        Item::Enum(item) => Some(&item.attrs),
        Item::Struct(item) => Some(&item.attrs),
        _ => None,
    }
}

fn self_name(own: &syn::Type) -> Option<String> {
    match own {
        syn::Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        syn::Type::Reference(inner) => self_name(&inner.elem),
        _ => None,
    }
}

/// Says that users of a type must expect more fields or variants.
fn open_end(attributes: &[syn::Attribute]) -> &'static str {
    if attributes
        .iter()
        .any(|own| own.path().is_ident("non_exhaustive"))
    {
        " { .. }"
    } else {
        ""
    }
}

fn fields(path: &str, all: &Fields, only_public: bool) -> Vec<String> {
    let shown = all.iter().enumerate();
    let shown = shown.filter(|(_, field)| !only_public || is_public(&field.vis));
    let line = |(index, field): (usize, &syn::Field)| {
        let name = field
            .ident
            .as_ref()
            .map_or(index.to_string(), ToString::to_string);
        format!("field {path}.{name}: {}", tidy(&field.ty))
    };
    shown.map(line).collect()
}

fn function(path: &str, signature: &syn::Signature) -> String {
    let inputs = signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(own) => tidy(own),
        FnArg::Typed(own) => match &*own.pat {
            syn::Pat::Ident(name) => format!("{}: {}", name.ident, tidy(&own.ty)),
            _ => format!("_: {}", tidy(&own.ty)),
        },
    });
    let inputs: Vec<String> = inputs.collect();
    let constant = if signature.constness.is_some() {
        "const "
    } else {
        ""
    };
    let generics = tidy(&signature.generics);
    let bounds = signature
        .generics
        .where_clause
        .as_ref()
        .map_or(String::new(), tidy);
    let line = format!(
        "{constant}fn {path}{generics}({}) {} {bounds}",
        inputs.join(", "),
        tidy(&signature.output)
    );
    line.trim_end().to_owned()
}

/// The text of tokens with the usual spaces.
fn tidy(tokens: &(impl ToTokens + ?Sized)) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (spaced, tight) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        ("& ", "&"),
        ("( ", "("),
        (" )", ")"),
        (" (", "("),
        ("[ ", "["),
        (" ]", "]"),
        (" :", ":"),
        (" ;", ";"),
        ("' ", "'"),
        ("! ", "!"),
        (",>", ">"),
        (",)", ")"),
        ("=&", "= &"),
        ("->(", "-> ("),
        ("- >", "->"),
        ("= >", "=>"),
    ] {
        text = text.replace(spaced, tight);
    }
    text
}

#[test]
fn public_items_are_those_listed() -> Result<(), Box<dyn Error>> {
    let crates = [
        "cover", "engine", "measure", "picture", "queens", "simd", "sudoku", "table", "text",
        "variants",
    ];
    let folder = root().join("docs/api");
    let mut changed = Vec::new();
    for name in crates {
        let sources = Sources::read(&root().join("crates").join(name).join("src/lib.rs"))?;
        let lines = Listing::of(&sources, name);
        assert!(lines.len() > 10, "{name}");
        let listed = lines
            .into_iter()
            .map(|line| line + "\n")
            .collect::<String>();
        let file = folder.join(format!("{name}.txt"));
        if std::env::var_os(UPDATE).is_some() {
            fs::create_dir_all(&folder)?;
            fs::write(&file, &listed)?;
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        let old: BTreeSet<&str> = committed.lines().collect();
        let new: BTreeSet<&str> = listed.lines().collect();
        changed.extend(old.difference(&new).map(|line| format!("- {line}")));
        changed.extend(new.difference(&old).map(|line| format!("+ {line}")));
    }
    assert!(
        changed.is_empty(),
        "the public API has changed; if that is meant, run this test with {UPDATE}=1, commit \
         docs/api and add an entry to CHANGELOG.md:\n{}",
        changed.join("\n")
    );
    Ok(())
}
