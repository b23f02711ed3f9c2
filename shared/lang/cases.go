package lang

// Cases says which functions of a language are tests, and what runs before them. Lists are separated by blanks.
type Cases struct {
	Names  string // what the names of tests begin with, in files that are tests
	Cased  bool   // after that a name goes on with anything but a small letter
	Bases  string // for Names: a class must extend one whose name has a part of these
	Marks  string // the last name of an annotation or attribute of a test
	Calls  string // functions that take a title and a block, which is a test
	Groups string // functions that take a title and a block with tests
	Macros string // what stands in place of a function's name and defines a test
	Setups string // functions, annotations, or functions that take a block: what runs before each test around it
	Shared string // marks of functions whose result tests get as a parameter with the function's name
	Files  string // ends of the names of the only files with tests; none for those of test files
	Any    bool   // tests stand in any file
}

// The cases of languages that have them in common.
var (
	scriptCases = &Cases{
		Calls: "it test specify fit xit xtest Deno.test", Groups: "describe context suite fdescribe xdescribe test.describe",
		Setups: "beforeEach beforeAll before",
	}
	jvmCases = &Cases{
		Names: "test", Bases: "TestCase", Marks: "Test ParameterizedTest RepeatedTest TestFactory TestTemplate",
		Setups: "Before BeforeEach BeforeAll BeforeClass BeforeMethod BeforeTest setUp",
	}
	goCases   = &Cases{Names: "Test Benchmark Fuzz Example", Cased: true, Files: "_test.go", Setups: "TestMain"}
	pyCases   = &Cases{Names: "test", Setups: "setUp setUpClass setUpModule asyncSetUp setup_method setup_class setup_module", Shared: "fixture"}
	rubyCases = &Cases{
		Names: "test_", Calls: "it specify example scenario test", Groups: "describe context feature RSpec.describe RSpec.feature",
		Setups: "before let let! subject setup around",
	}
	rustCases  = &Cases{Marks: "test rstest test_case bench quickcheck wasm_bindgen_test", Any: true}
	swiftCases = &Cases{Names: "test", Marks: "Test", Setups: "setUp setUpWithError"}
	phpCases   = &Cases{Names: "test", Marks: "Test", Setups: "setUp setUpBeforeClass"}
	csCases    = &Cases{
		Marks: "Fact Theory Test TestCase TestCaseSource TestMethod DataTestMethod", Any: true,
		Setups: "SetUp OneTimeSetUp TestInitialize ClassInitialize",
	}
	cppCases = &Cases{
		Macros: "TEST TEST_F TEST_P TYPED_TEST TYPED_TEST_P TEST_CASE TEST_CASE_METHOD SCENARIO DOCTEST_TEST_CASE BOOST_AUTO_TEST_CASE BOOST_FIXTURE_TEST_CASE",
		Any:    true, Setups: "SetUp SetUpTestSuite SetUpTestCase",
	}
)
